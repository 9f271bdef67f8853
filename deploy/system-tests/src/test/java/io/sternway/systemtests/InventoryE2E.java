package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.sandbox.stack.Service;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An inventory file that is broken or shrinks, on a stack of its own. */
class InventoryE2E {

    private final SimulatedEnvironment environment = SimulatedEnvironment.own("inventory");

    @AfterEach
    void stop() {
        environment.close();
    }

    @Test
    @DisplayName("R6, A9: truncated, unreadable or half empty: nothing is released, nothing advances as if empty")
    void a_broken_inventory_releases_nothing_and_lets_nothing_advance() throws IOException {
        Scenario scenario = Scenario.on(environment, "inventory-kept", 6);
        scenario.publish(web(scenario, "1"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        Path file = environment.stack().inventory(Service.ROLLOUT_WATCHER);
        byte[] whole = Files.readAllBytes(file);
        int readings = environment.topics().on(Topic.CLUSTERS).size();

        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        Files.delete(file);
        Files.createDirectory(file);
        Files.delete(file);
        Files.write(file, whole);
        scenario.publish(web(scenario, "2"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "2", 1, 2, 3, 4, 5, 6);
        assertEquals(readings, environment.topics().on(Topic.CLUSTERS).size(), "a broken file is no reading");

        environment.stack().rewriteInventory(environment.fleet().subList(0, 3));
        environment
                .topics()
                .await("InventoryHeld", Scenario.PATIENCE, record -> record.is(EventType.of(AuditType.InventoryHeld)));
        scenario.publish(web(scenario, "3"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(3), scenario::inShort);
        Outcome.assertServes(scenario, "web", "3", 1, 2, 3, 4, 5, 6);
        assertEquals(0, Outcome.count(scenario, AuditType.TargetReleasing), scenario::inShort);
    }

    private static Map<String, Object> web(Scenario scenario, String version) {
        return scenario.document(
                List.of(scenario.stage("one", 1, 2, 3, 4, 5, 6)),
                List.of(Manifests.deployment(scenario.namespace(), "web", version, PodBehaviour.READY)));
    }
}
