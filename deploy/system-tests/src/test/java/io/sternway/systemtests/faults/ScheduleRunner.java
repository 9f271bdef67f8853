package io.sternway.systemtests.faults;

import io.sternway.systemtests.ground.SimulatedGround;
import io.sternway.systemtests.history.HistoryCheck;
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

    private final SimulatedGround ground;
    private final Scenario stage;
    private final Breaker breaker;
    private final ExecutorService outages = Executors.newCachedThreadPool();
    /** One thread: the order in which revisions are published is the schedule's. */
    private final ExecutorService publisher = Executors.newSingleThreadExecutor();

    private ScheduleRunner(SimulatedGround ground) {
        this.ground = ground;
        this.stage = Scenario.on(ground, "faults", Schedule.CLUSTERS);
        this.breaker = new Breaker(
                ground.stack(),
                IntStream.rangeClosed(1, Schedule.CLUSTERS)
                        .mapToObj(stage::cluster)
                        .toList());
    }

    /** Starts a stack of that name with so many replicas of each service. */
    static ScheduleRunner start(String name, int replicas) {
        SimulatedGround ground = SimulatedGround.own(
                name, options -> options.replicated(replicas).overLinks().with(SOON_MISSED));
        try {
            return new ScheduleRunner(ground);
        } catch (RuntimeException e) {
            ground.close();
            throw e;
        }
    }

    /** Plays it, mends everything, and says what is wrong when all is at rest. */
    List<String> play(Schedule schedule) {
        List<Performance> performances = perform("seed-" + schedule.seed(), schedule.plays());
        settle(performances);
        List<CompletableFuture<?>> all = new ArrayList<>(publish(performances));
        all.addAll(happen(schedule.outages()));
        all.forEach(CompletableFuture::join);
        breaker.awaitReady();
        return judge(performances);
    }

    Breaker breaker() {
        return breaker;
    }

    /** Promotions of these plays, of which nothing is published yet. */
    List<Performance> perform(String name, List<Play> plays) {
        return plays.stream()
                .map(play -> new Performance(play, stage.another(name + "-play-" + play.number())))
                .toList();
    }

    /** Publishes the first revisions of those that have a past, and waits until they have succeeded. */
    static void settle(List<Performance> performances) {
        List<Performance> settled = performances.stream()
                .filter(performance -> performance.play().settled())
                .toList();
        settled.forEach(performance -> performance.publish(1));
        settled.forEach(performance -> performance.awaitEnd(1, AuditType.RunSucceeded, PATIENCE));
    }

    /** Publishes the others, each at its time from now on. */
    List<CompletableFuture<?>> publish(List<Performance> performances) {
        List<CompletableFuture<?>> publications = new ArrayList<>();
        for (Performance performance : performances) {
            Play play = performance.play();
            for (int revision = play.settled() ? 2 : 1; revision <= play.newest(); revision++) {
                int published = revision;
                publications.add(CompletableFuture.runAsync(
                        () -> performance.publish(published),
                        after(play.publications().get(revision - 1).at(), publisher)));
            }
        }
        return publications;
    }

    /** Waits until every performance is at rest, and says what is wrong with which, or with what they left behind. */
    List<String> judge(List<Performance> performances) {
        List<String> faults = new ArrayList<>();
        performances.forEach(performance -> judge(performance, faults));
        try {
            HistoryCheck.assertSound(ground);
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

    private static void judge(Performance performance, List<String> faults) {
        String name = performance.scenario().promotion();
        List<String> found = new ArrayList<>();
        try {
            performance.awaitRest(PATIENCE);
            found.addAll(Judgement.of(performance));
        } catch (AssertionError e) {
            found.add("is not at rest");
        }
        if (!found.isEmpty()) {
            faults.add(name + " " + performance.play() + "\n    " + String.join("\n    ", found)
                    + performance.scenario().inShort());
        }
    }

    @Override
    public void close() {
        outages.shutdownNow();
        publisher.shutdownNow();
        breaker.close();
        ground.close();
    }
}
