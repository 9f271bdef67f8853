package io.sternway.systemtests.faults;

import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.history.check.HistoryAssertions;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Plays schedules on one stack, one after the other; what one has broken is whole before the next begins. */
final class ScheduleRunner implements AutoCloseable {

    /** Bounds a schedule that never comes to rest; what is judged is how it ends. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Who is dead or does not answer is missed sooner than in production, so that an outage need not last long for it. */
    private static final Map<String, String> SOON_MISSED = Map.of(
            "sternway.messaging.session-timeout", "5s",
            "sternway.messaging.outbox.lease", "5s",
            "sternway.executor.lease", "5s",
            "sternway.executor.lease-renewal", "1500ms",
            "sternway.executor.call-timeout", "3s",
            "sternway.clusters.request-timeout", "3s",
            "sternway.watcher.session-timeout", "5s",
            "kafka-streams.consumer.session.timeout.ms", "5000");

    private final SimulatedEnvironment environment;
    private final Scenario base;
    private final FaultInjector breaker;
    private final ExecutorService outages = Executors.newCachedThreadPool();
    /** One thread: the order in which revisions are published is the schedule's. */
    private final ExecutorService publisher = Executors.newSingleThreadExecutor();

    private ScheduleRunner(SimulatedEnvironment environment) {
        this.environment = environment;
        this.base = Scenario.on(environment, "faults", Schedule.CLUSTERS);
        this.breaker = new FaultInjector(
                environment.stack(),
                IntStream.rangeClosed(1, Schedule.CLUSTERS)
                        .mapToObj(base::cluster)
                        .toList());
    }

    /** Starts a stack of that name with so many replicas of each service. */
    static ScheduleRunner start(String name, int replicas) {
        SimulatedEnvironment environment = SimulatedEnvironment.own(
                name, options -> options.replicated(replicas).overLinks().with(SOON_MISSED));
        try {
            return new ScheduleRunner(environment);
        } catch (RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    /** Plays it, mends everything, and says what is wrong when all is at rest. */
    List<String> play(Schedule schedule) {
        List<PlayedPromotion> promotions = prepare("seed-" + schedule.seed(), schedule.plans());
        settle(promotions);
        List<CompletableFuture<?>> all = new ArrayList<>(publish(promotions));
        all.addAll(happen(schedule.outages()));
        all.forEach(CompletableFuture::join);
        breaker.awaitReady();
        return judge(promotions);
    }

    FaultInjector breaker() {
        return breaker;
    }

    /** Promotions of these plans, of which nothing is published yet. */
    List<PlayedPromotion> prepare(String name, List<PlannedPromotion> plans) {
        return plans.stream()
                .map(plan -> new PlayedPromotion(plan, base.another(name + "-promotion-" + plan.number())))
                .toList();
    }

    /** Publishes the first revisions of those that have a past, and waits until they have succeeded. */
    static void settle(List<PlayedPromotion> promotions) {
        List<PlayedPromotion> settled = promotions.stream()
                .filter(promotion -> promotion.plan().settled())
                .toList();
        settled.forEach(promotion -> promotion.publish(1));
        settled.forEach(promotion -> promotion.awaitEnd(1, AuditType.RunSucceeded, PATIENCE));
    }

    /** Publishes the others, each at its time from now on. */
    List<CompletableFuture<?>> publish(List<PlayedPromotion> promotions) {
        List<CompletableFuture<?>> publications = new ArrayList<>();
        for (PlayedPromotion promotion : promotions) {
            PlannedPromotion plan = promotion.plan();
            for (int revision = plan.settled() ? 2 : 1; revision <= plan.newest(); revision++) {
                int published = revision;
                publications.add(CompletableFuture.runAsync(
                        () -> promotion.publish(published),
                        after(plan.publications().get(revision - 1).at(), publisher)));
            }
        }
        return publications;
    }

    /** Waits until every promotion is at rest, and says what is wrong with which, or with what they left behind. */
    List<String> judge(List<PlayedPromotion> promotions) {
        List<String> faults = new ArrayList<>();
        promotions.forEach(promotion -> judge(promotion, faults));
        try {
            HistoryAssertions.assertSound(environment);
        } catch (AssertionError e) {
            faults.add(String.valueOf(e.getMessage()));
        }
        return faults;
    }

    /** Each at its time; where ending a process takes longer than planned, what befalls it next waits until it is back. */
    private List<CompletableFuture<?>> happen(List<Outage> schedule) {
        Map<String, CompletableFuture<Void>> last = new HashMap<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (Outage outage : schedule) {
            CompletableFuture<Void> before = last.getOrDefault(outage.fault().subject(), done());
            CompletableFuture<Void> itsTime = CompletableFuture.runAsync(() -> {}, after(outage.from(), outages));
            CompletableFuture<Void> mended = itsTime.thenCombine(before, (time, back) -> outage.fault())
                    .thenAcceptAsync(breaker::breakIt, outages)
                    .thenRunAsync(() -> breaker.mend(outage.fault()), after(outage.lasting(), outages));
            last.put(outage.fault().subject(), mended);
            all.add(mended);
        }
        return all;
    }

    private static CompletableFuture<Void> done() {
        return CompletableFuture.completedFuture(null);
    }

    private static Executor after(Duration delay, Executor executor) {
        return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, executor);
    }

    private static void judge(PlayedPromotion promotion, List<String> faults) {
        String name = promotion.scenario().promotion();
        List<String> found = new ArrayList<>();
        try {
            promotion.awaitRest(PATIENCE);
            found.addAll(FinalState.of(promotion));
        } catch (AssertionError e) {
            found.add("is not at rest");
        }
        if (!found.isEmpty()) {
            faults.add(name + " " + promotion.plan() + "\n    " + String.join("\n    ", found)
                    + promotion.scenario().inShort());
        }
    }

    @Override
    public void close() {
        outages.shutdownNow();
        publisher.shutdownNow();
        breaker.close();
        environment.close();
    }
}
