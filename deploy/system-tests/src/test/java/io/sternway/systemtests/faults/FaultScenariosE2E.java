package io.sternway.systemtests.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.sandbox.stack.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** The named faults, each with promotions in every phase, on two replicas of each service. */
@Isolated("processes are killed and frozen, and nothing else may make them slow")
@Execution(ExecutionMode.SAME_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultScenariosE2E {

    private static final int REPLICAS = 2;
    private static final Duration SHORT = Duration.ofSeconds(3);

    private ScheduleRunner runner;

    @BeforeAll
    void start() {
        runner = ScheduleRunner.start("fault-scenarios", REPLICAS);
    }

    @AfterAll
    void stop() {
        runner.close();
    }

    @Test
    @DisplayName("every process of each service is killed: same end, each transition once")
    void killing_each_service_changes_nothing() {
        List<Outage> kills = new ArrayList<>();
        for (Service service : Service.values()) {
            everyReplica(service).forEach(kill -> kills.add(new Outage(at(3 * (1 + kills.size() / 2)), SHORT, kill)));
        }
        assertSound(1, inEveryPhase(), kills);
    }

    @Test
    @DisplayName("one of two replicas is gone for good: the other does all")
    void nothing_waits_for_a_replica_that_is_gone() {
        List<Fault> firsts = Arrays.stream(Service.values())
                .map(FaultScenariosE2E::firstReplica)
                .toList();
        List<PlayedPromotion> promotions = runner.prepare("gone", inEveryPhase());
        ScheduleRunner.settle(promotions);
        List<CompletableFuture<?>> publications = runner.publish(promotions);
        publications.get(publications.size() / 2).join();
        firsts.forEach(runner.breaker()::breakIt);
        try {
            publications.forEach(CompletableFuture::join);
            promotions.forEach(promotion -> promotion.awaitRest(ScheduleRunner.PATIENCE));
        } finally {
            firsts.forEach(runner.breaker()::mend);
        }
        runner.breaker().awaitReady();
        assertEquals(List.of(), runner.judge(promotions));
    }

    @Test
    @DisplayName("broker away, Postgres away, both")
    void what_is_away_comes_back_and_everything_goes_on() {
        assertSound(
                3,
                inEveryPhase(),
                List.of(
                        new Outage(at(2), at(6), Fault.OfServer.BROKER_STOPPED),
                        new Outage(at(6), at(6), Fault.OfServer.DATABASE_KILLED)));
    }

    @Test
    @DisplayName("A8: all services down for longer than every deadline")
    void a_healthy_release_is_not_rolled_back_for_our_own_absence() {
        List<Outage> down = Arrays.stream(Service.values())
                .flatMap(FaultScenariosE2E::everyReplica)
                .map(kill -> new Outage(at(4), at(45), kill))
                .toList();
        List<PlannedPromotion> good = IntStream.rangeClosed(1, 5)
                .mapToObj(n -> plan(n, Duration.ofSeconds(30), RevisionKind.GOOD, RevisionKind.GOOD))
                .toList();
        assertSound(33, good, down);
    }

    @Test
    @DisplayName("X3: a worker frozen in the middle of an apply is woken after another rolled back")
    void a_worker_that_wakes_up_late_changes_nothing() {
        List<Fault> slow = IntStream.rangeClosed(1, Schedule.CLUSTERS)
                .mapToObj(cluster ->
                        (Fault) new Fault.OfCluster(cluster, Fault.OfCluster.How.SLOW, Duration.ofMillis(1500)))
                .toList();
        Fault frozen = new Fault.OfProcess(Service.ROLLBACK_EXECUTOR, 1, Fault.OfProcess.How.FROZEN);
        List<PlannedPromotion> breaking = IntStream.rangeClosed(1, 6)
                .mapToObj(n -> plan(n, PlannedPromotion.AMPLE, RevisionKind.GOOD, RevisionKind.BREAKS_IN_TWO))
                .toList();
        List<PlayedPromotion> promotions = runner.prepare("frozen", breaking);
        ScheduleRunner.settle(promotions);
        slow.forEach(runner.breaker()::breakIt);
        runner.publish(promotions).forEach(CompletableFuture::join);
        promotions.forEach(promotion -> promotion.awaitDispatch(2, 2));
        runner.breaker().breakIt(frozen);
        slow.forEach(runner.breaker()::mend);
        List<String> whileFrozen;
        try {
            whileFrozen = runner.judge(promotions);
        } finally {
            runner.breaker().mend(frozen);
        }
        List<PlayedPromotion> later =
                runner.prepare("woken", List.of(plan(1, PlannedPromotion.AMPLE, RevisionKind.GOOD)));
        runner.publish(later).forEach(CompletableFuture::join);
        List<String> afterwards =
                runner.judge(Stream.concat(promotions.stream(), later.stream()).toList());
        assertEquals(List.of(), whileFrozen);
        assertEquals(List.of(), afterwards);
    }

    @Test
    @DisplayName("everything twice, topics late against each other")
    void repetition_and_another_order_change_nothing() {
        List<Outage> outages = new ArrayList<>();
        outages.add(new Outage(Duration.ZERO, at(20), new Fault.Repetition()));
        Service[] services = Service.values();
        for (int i = 0; i < services.length; i++) {
            outages.add(new Outage(
                    at(4 * i),
                    at(5),
                    new Fault.OfLink(
                            services[i], Fault.OfLink.End.BROKER, Fault.OfLink.How.SLOW, Duration.ofSeconds(2))));
        }
        assertSound(5, inEveryPhase(), outages);
    }

    private void assertSound(long number, List<PlannedPromotion> plans, List<Outage> outages) {
        assertEquals(List.of(), runner.play(new Schedule(number, REPLICAS, plans, outages)));
    }

    /** Published one second after the other, so that at any time some deploy, soak, wait, fail and go back. */
    private static List<PlannedPromotion> inEveryPhase() {
        RevisionKind[] kinds = RevisionKind.values();
        return IntStream.rangeClosed(1, 3 * kinds.length)
                .mapToObj(n -> plan(n, PlannedPromotion.AMPLE, RevisionKind.GOOD, kinds[n % kinds.length]))
                .toList();
    }

    private static PlannedPromotion plan(int number, Duration deadline, RevisionKind... kinds) {
        int first = number % Schedule.CLUSTERS;
        List<Integer> clusters = IntStream.range(0, 3)
                .mapToObj(i -> (first + i) % Schedule.CLUSTERS + 1)
                .toList();
        return new PlannedPromotion(
                number,
                kinds.length > 1,
                clusters.subList(0, 1),
                clusters.subList(1, 3),
                deadline,
                Arrays.stream(kinds)
                        .map(kind -> new PlannedPromotion.Publication(at(number), kind))
                        .toList());
    }

    private static Stream<Fault> everyReplica(Service service) {
        return IntStream.rangeClosed(1, REPLICAS)
                .mapToObj(replica -> new Fault.OfProcess(service, replica, Fault.OfProcess.How.KILLED));
    }

    private static Fault firstReplica(Service service) {
        return new Fault.OfProcess(service, 1, Fault.OfProcess.How.KILLED);
    }

    private static Duration at(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
