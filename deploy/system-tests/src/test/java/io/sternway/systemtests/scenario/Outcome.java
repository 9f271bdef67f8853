package io.sternway.systemtests.scenario;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.sternway.events.Topic;
import io.sternway.systemtests.content.Manifests;
import io.sternway.vocabulary.AuditType;
import java.util.List;

/** What a scenario's end looks like from outside. */
public final class Outcome {

    private Outcome() {}

    /** The clusters' APIs serve that version of a Deployment, rolled out. */
    public static void assertServes(Scenario scenario, String deployment, String version, int... numbers) {
        for (int number : numbers) {
            Deployment found = scenario.client(number)
                    .apps()
                    .deployments()
                    .inNamespace(scenario.namespace())
                    .withName(deployment)
                    .get();
            assertNotNull(found, () -> deployment + " is not on " + scenario.cluster(number) + scenario.inShort());
            assertEquals(
                    Manifests.image(version),
                    found.getSpec()
                            .getTemplate()
                            .getSpec()
                            .getContainers()
                            .get(0)
                            .getImage(),
                    () -> scenario.cluster(number) + scenario.inShort());
            await().atMost(Scenario.PATIENCE).untilAsserted(() -> assertRolledOut(scenario, deployment, number));
        }
    }

    private static void assertRolledOut(Scenario scenario, String deployment, int number) {
        Deployment found = scenario.client(number)
                .apps()
                .deployments()
                .inNamespace(scenario.namespace())
                .withName(deployment)
                .get();
        int wanted = found.getSpec().getReplicas();
        assertEquals(found.getMetadata().getGeneration(), found.getStatus().getObservedGeneration());
        assertEquals(wanted, found.getStatus().getUpdatedReplicas());
        assertEquals(wanted, found.getStatus().getAvailableReplicas());
        assertEquals(wanted, found.getStatus().getReplicas());
    }

    /** How many audit records of that type there are, each event counted once. */
    public static long count(Scenario scenario, AuditType type) {
        return scenario.audit().stream()
                .filter(audit -> audit.type() == type)
                .map(Audit::id)
                .distinct()
                .count();
    }

    /** The events of the health topic about a target, in order, by name. */
    public static List<String> health(Scenario scenario, int number) {
        return scenario.environment().topics().of(scenario.target(number)).stream()
                .filter(record -> record.topic() == Topic.HEALTH)
                .map(record -> record.event().type().name())
                .toList();
    }
}
