package io.sternway.systemtests.ground;

import io.sternway.systemtests.scenario.Manifests;
import io.sternway.systemtests.scenario.Pods;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.util.List;

/** A first promotion through all services, so that no scenario's deadline pays for cold processes. */
final class WarmUp {

    private WarmUp() {}

    static void run(Ground ground) {
        Scenario scenario = Scenario.on(ground, "warm-up", 3);
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1, 2, 3)),
                List.of(Manifests.deployment(scenario.namespace(), "web", "1", Pods.READY))));
        if (scenario.awaitRunEnd(1) != AuditType.RunSucceeded) {
            throw new IllegalStateException("the first promotion did not succeed: " + scenario.inShort());
        }
    }
}
