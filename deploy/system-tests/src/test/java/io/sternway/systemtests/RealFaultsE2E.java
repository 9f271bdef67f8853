package io.sternway.systemtests;

import io.sternway.sandbox.cluster.real.RealControlPlane;
import io.sternway.sandbox.cluster.real.RealControlPlane.Part;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.scenario.PhasedPromotions;
import io.sternway.systemtests.scenario.Scenario;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** On real control planes: processes of ours and of a cluster are killed in every phase. */
@Isolated("it kills what the others use")
@Execution(ExecutionMode.SAME_THREAD)
class RealFaultsE2E {

    private final RealEnvironment environment = RealEnvironment.get();
    private final Scenario clusters = Scenario.on(environment, "real-faults", 2);

    @Test
    @DisplayName("each service is killed with promotions in every phase: same end, each transition once")
    void killing_each_service_changes_nothing() {
        Map<Service, PhasedPromotions> promotions = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            promotions.put(service, PhasedPromotions.begin(clusters, "kill-" + service.module()));
        }
        promotions.forEach((service, phased) -> {
            phased.enterPhases();
            killAndRestart(service);
        });
        promotions.values().forEach(PhasedPromotions::assertEnds);
    }

    @Test
    @DisplayName("an API server is killed with promotions in every phase: its absence puts nothing back")
    void an_api_server_that_is_away_puts_nothing_back() {
        PhasedPromotions promotions = PhasedPromotions.begin(clusters, "no-api-server");
        RealControlPlane second = environment.plane(2);
        promotions.enterPhases();
        second.kill(Part.KUBE_APISERVER);
        try {
            promotions.awaitUnknown(2);
        } finally {
            second.start(Part.KUBE_APISERVER);
        }
        promotions.assertEnds();
    }

    private void killAndRestart(Service service) {
        ServiceProcess process = environment.stack().service(service);
        process.kill();
        process.restart();
        process.awaitReady(Scenario.PATIENCE);
    }
}
