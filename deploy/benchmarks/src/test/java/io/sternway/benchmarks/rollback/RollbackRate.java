package io.sternway.benchmarks.rollback;

import io.sternway.benchmarks.BenchPromotion;
import io.sternway.benchmarks.Benchmark;
import io.sternway.benchmarks.Figures;
import io.sternway.benchmarks.Progress;
import io.sternway.benchmarks.Report;
import io.sternway.benchmarks.Sizes;
import io.sternway.benchmarks.Testbed;
import io.sternway.benchmarks.fleet.AppliedTargets;
import io.sternway.benchmarks.fleet.FleetProcess;
import io.sternway.clusters.ClusterClients;
import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.Ports;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.story.AuditTrail;
import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.PodFailures;
import io.sternway.systemtests.environment.AdminClients;
import io.sternway.systemtests.environment.ProjectFolder;
import io.sternway.vocabulary.Purpose;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** B4. */
public final class RollbackRate implements Benchmark {

    /** What the executor works with by default. */
    private static final int CONCURRENCY = 32;

    /** The last is measured: machine code is made in the ones before, as in a service that has run for long. */
    private static final int ROUNDS = 4;

    /** What a bare loop warms up with: so many of a hundred clusters, which are not measured. */
    private static final int WARM_UP_PERCENT = 30;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration UNTIL_QUIET = Duration.ofSeconds(15);
    private static final List<Duration> DISTANCES = List.of(Duration.ZERO, Duration.ofMillis(50));
    private static final Map<String, String> SETTINGS = Map.of("sternway.promotion.health.active-for", "10s");
    private static final BenchPromotion RELEASE = new BenchPromotion("everywhere");
    private static final Map<String, Object> SOAKS_LONG = Map.of("minSuccessTime", "20m");

    @Override
    public Report measure(Sizes sizes) throws Exception {
        Report report = new Report("clusters", "calls to each", "ours", "bare loop", "ratio");
        for (Duration distance : DISTANCES) {
            measure(sizes.clusters(), distance, report);
        }
        return report.remark(
                        "Ours: from the rollback's beginning in the audit until the last target's record says that it is "
                                + "applied, by the broker's clock, through all services, with "
                                + CONCURRENCY + " workers (the default); the last of " + ROUNDS
                                + " rollbacks. Bare: the calls that the executor made at one cluster, "
                                + "recorded there, at each cluster with the same client, " + CONCURRENCY
                                + " at the same time, after a warm-up on other clusters. Goal: 0.80.")
                .remark("Broker, database, services and clusters share the machine; a distance is time without work.");
    }

    private static void measure(int count, Duration distance, Report report) throws Exception {
        String name = "b4-" + distance.toMillis();
        Path folder = ProjectFolder.ofStack(name).resolve("fleet");
        List<String> clusters =
                Testbed.specs(count).stream().map(spec -> spec.name()).toList();
        String recorded = clusters.get(0);
        Set<Service> others = EnumSet.complementOf(EnumSet.of(Service.ROLLBACK_EXECUTOR));
        try (FleetProcess fleet = FleetProcess.start(folder, count, distance);
                CallRecorder recorder = new CallRecorder(fleet.server(recorded));
                ClusterClients clients = AdminClients.of(fleet.inventory(count))) {
            List<Rollback> rollbacks;
            try (Stack stack = Stack.start(Testbed.options(name)
                            .only(others)
                            .over(fleet.inventory(count))
                            .with(SETTINGS));
                    ServiceProcess executor = executor(stack, fleet.inventory(count, recorded, recorder.url()))) {
                executor.awaitReady(PATIENCE);
                rollbacks = rollBack(stack, clients, clusters, recorder);
            }
            Rollback last = rollbacks.get(ROUNDS - 1);
            BareLoop bare = new BareLoop(clients, last.calls());
            bare.connect(clusters, CONCURRENCY);
            int warmUp = Math.max(1, count * WARM_UP_PERCENT / 100);
            var unused = bare.run(clusters.subList(0, warmUp), CONCURRENCY);
            Duration loop = bare.run(clusters.subList(warmUp, count), CONCURRENCY);
            double ours = count / seconds(last.took());
            double theirs = (count - warmUp) / seconds(loop);
            report.row(
                    count + ", " + (distance.isZero() ? "near" : distance.toMillis() + " ms away"),
                    Integer.toString(last.calls().size()),
                    Figures.rate(ours) + " (" + Figures.time(last.took()) + ")",
                    Figures.rate(theirs),
                    Figures.ratio(ours / theirs));
            report.remark(name + ": the rollbacks one after the other took "
                    + rollbacks.stream()
                            .map(rollback -> Figures.time(rollback.took()))
                            .collect(Collectors.joining(", "))
                    + ".");
        }
    }

    /** Brings a revision everywhere; then another, breaks that on one cluster, and again; at last one to be replaced bare. */
    private static List<Rollback> rollBack(
            Stack stack, ClusterClients clients, List<String> clusters, CallRecorder recorder)
            throws InterruptedException {
        String bootstrap = stack.broker().bootstrapServers();
        List<Rollback> rollbacks = new ArrayList<>();
        try (Requests requests = new Requests(bootstrap);
                AuditTrail trail = AuditTrail.follow(bootstrap, entry -> {})) {
            bring(requests, bootstrap, 1, Map.of(), clusters.size());
            trail.await(
                    "the end of the first run", PATIENCE, entry -> entry.type().equals("RunSucceeded"));
            for (long revision = 2; revision <= ROUNDS + 1; revision++) {
                bring(requests, bootstrap, revision, SOAKS_LONG, clusters.size());
                TimeUnit.SECONDS.sleep(UNTIL_QUIET.toSeconds());
                Progress.say("B4: rolling back");
                recorder.forget();
                Instant broken = Instant.now();
                PodFailures.breakAll(clients.client(clusters.get(1)), RELEASE.namespace());
                rollbacks.add(rollback(bootstrap, trail, broken, clusters, recorder));
            }
            bring(requests, bootstrap, ROUNDS + 2, SOAKS_LONG, clusters.size());
            TimeUnit.SECONDS.sleep(UNTIL_QUIET.toSeconds());
        }
        return rollbacks;
    }

    private static Rollback rollback(
            String bootstrap, AuditTrail trail, Instant broken, List<String> clusters, CallRecorder recorder) {
        AuditTrail.Entry began = trail.await("the rollback", PATIENCE, after(broken, "RollbackBegan"));
        long since = began.record().occurredAt().toEpochMilli();
        try (AppliedTargets targets =
                new AppliedTargets(bootstrap, since, target -> target.desired().purpose() == Purpose.Rollback)) {
            Map<String, Long> applied = targets.await(clusters.size(), PATIENCE);
            AuditTrail.Entry ended = trail.await("the end of the rollback", PATIENCE, after(broken, "RunRolledBack"));
            long last =
                    applied.values().stream().mapToLong(Long::longValue).max().orElseThrow();
            long recorded = Objects.requireNonNull(applied.get(clusters.get(0) + "/" + RELEASE.promotion()));
            Duration took = Duration.ofMillis(last - since);
            Progress.say(
                    "B4: began %s after the failure, took %s, ended %s after the failure",
                    Figures.time(Duration.between(broken, began.record().occurredAt())),
                    Figures.time(took),
                    Figures.time(Duration.between(broken, ended.record().occurredAt())));
            return new Rollback(took, recorder.calls(recorded));
        }
    }

    private static Predicate<AuditTrail.Entry> after(Instant then, String type) {
        return entry -> entry.type().equals(type) && entry.record().occurredAt().isAfter(then);
    }

    private static void bring(
            Requests requests, String bootstrap, long revision, Map<String, Object> rollout, int count) {
        Progress.say("B4: revision %d to %d clusters", revision, count);
        requests.publish(
                RELEASE.key(),
                RELEASE.document(
                        "v" + revision, 1, Map.of("sternway.io/pod", PodBehaviour.READY.annotation()), rollout));
        try (AppliedTargets targets =
                new AppliedTargets(bootstrap, 0, target -> target.desired().revision() == revision)) {
            targets.await(count, PATIENCE);
        }
    }

    private static ServiceProcess executor(Stack stack, Path inventory) {
        Map<String, String> settings = new HashMap<>(stack.settings(Service.ROLLBACK_EXECUTOR));
        settings.put("sternway.clusters.inventory", inventory.toString());
        return ServiceProcess.start(
                Service.ROLLBACK_EXECUTOR,
                ProjectFolder.root(),
                Launch.lasting(),
                stack.directory().resolve("logs/rollback-executor.log"),
                Ports.free(),
                settings);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /**
     * What was seen of a rollback.
     *
     * @param took from its beginning until the last target was applied
     * @param calls what was called at the recorded cluster until its target was applied
     */
    private record Rollback(Duration took, List<RecordedCall> calls) {}
}
