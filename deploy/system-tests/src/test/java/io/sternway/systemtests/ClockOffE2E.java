package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.Topic;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.systemtests.clocks.WrongClocks;
import io.sternway.systemtests.environment.ProjectFolder;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.scenario.PhasedPromotions;
import io.sternway.systemtests.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A7: services whose clocks are wrong, each in another direction than the next, by more than any deadline. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class ClockOffE2E {

    private static final Duration WRONG = Duration.ofMinutes(10);
    /** A broker refuses what is so far ahead of it. */
    private static final Duration FAR = Duration.ofHours(2);

    private static final Map<Service, Duration> ONE_WAY = Map.of(
            Service.PROMOTION_SERVICE,
            FAR,
            Service.ROLLBACK_EXECUTOR,
            FAR.negated(),
            Service.ROLLOUT_WATCHER,
            WRONG,
            Service.HEALTH_EVALUATOR,
            WRONG.negated());

    private WrongClocks clocks;
    private SimulatedEnvironment environment;
    private Scenario clusters;

    @BeforeAll
    void start() {
        clocks = WrongClocks.in(ProjectFolder.ofStack("clock-off").resolve("clocks"));
        environment = SimulatedEnvironment.own("clock-off", clocks::on);
        clusters = Scenario.on(environment, "clock-off", 2);
    }

    @AfterAll
    void stop() {
        environment.close();
    }

    @Test
    @DisplayName("Clocks that jump with promotions in every phase: nothing is put back for it, what breaks is, once")
    void clocks_that_jump_change_nothing() {
        PhasedPromotions promotions = PhasedPromotions.begin(clusters, "jumps");
        promotions.enterPhases();
        ONE_WAY.forEach(this::set);
        promotions.assertEnds();
        assertWrong(Topic.OBSERVATIONS, wrong(Service.ROLLOUT_WATCHER));
        assertWrong(Topic.DEPLOYMENTS, wrong(Service.ROLLBACK_EXECUTOR));
    }

    @Test
    @DisplayName("Services that start with wrong clocks do what they do with right ones")
    void services_that_start_with_wrong_clocks_work() {
        List<ServiceProcess> services =
                List.copyOf(environment.stack().services().values());
        services.forEach(ServiceProcess::kill);
        ONE_WAY.forEach((service, ahead) -> set(service, ahead.negated()));
        services.forEach(ServiceProcess::restart);
        services.forEach(service -> service.awaitReady(Scenario.PATIENCE));
        PhasedPromotions promotions = PhasedPromotions.begin(clusters, "starts");
        promotions.enterPhases();
        promotions.assertEnds();
        assertWrong(Topic.OBSERVATIONS, wrong(Service.ROLLOUT_WATCHER).negated());
        assertWrong(Topic.DEPLOYMENTS, wrong(Service.ROLLBACK_EXECUTOR).negated());
    }

    private static Duration wrong(Service service) {
        return Objects.requireNonNull(ONE_WAY.get(service));
    }

    private void set(Service service, Duration ahead) {
        clocks.set(environment.stack().service(service), ahead);
    }

    /** The time that the last event of a topic says is wrong, as it should be here. */
    private void assertWrong(Topic topic, Duration ahead) {
        List<Recorded> records = environment.topics().on(topic);
        Instant said = records.get(records.size() - 1).event().time();
        Duration off = Duration.between(Instant.now(), said).minus(ahead).abs();
        assertTrue(off.compareTo(WRONG.dividedBy(2)) < 0, () -> topic + " says that it is " + said);
    }
}
