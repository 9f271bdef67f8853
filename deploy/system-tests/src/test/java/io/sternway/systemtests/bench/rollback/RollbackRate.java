package io.sternway.systemtests.bench.rollback;

import io.sternway.clusters.ClusterClients;
import io.sternway.events.TargetDeployment;
import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.Ports;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.story.AuditTrail;
import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.bench.Benchmark;
import io.sternway.systemtests.bench.Figures;
import io.sternway.systemtests.bench.Progress;
import io.sternway.systemtests.bench.Release;
import io.sternway.systemtests.bench.Report;
import io.sternway.systemtests.bench.Sizes;
import io.sternway.systemtests.bench.Testbed;
import io.sternway.systemtests.bench.fleet.AppliedTargets;
import io.sternway.systemtests.bench.fleet.FleetProcess;
import io.sternway.systemtests.ground.Administrators;
import io.sternway.systemtests.ground.Project;
import io.sternway.systemtests.scenario.PodFailures;
import io.sternway.systemtests.scenario.Pods;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** B4. */
public final class RollbackRate implements Benchmark {

    /** What the executor works with by default. */
    private static final int CONCURRENCY = 32;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration UNTIL_QUIET = Duration.ofSeconds(60);
    private static final List<Duration> DISTANCES = List.of(Duration.ZERO, Duration.ofMillis(50));
    private static final Map<String, String> SETTINGS = Map.of("sternway.promotion.health.active-for", "20s");

    @Override
    public Report measure(Sizes sizes) throws Exception {
        Report report = new Report("clusters", "calls to each", "ours", "bare loop", "ratio");
        for (Duration distance : DISTANCES) {
            measure(sizes.clusters(), distance, report);
        }
        return report.remark(
                        "Ours: from the rollback's beginning in the audit until the last target's record says that it is "
                                + "applied, by the broker's clock, through all services, with "
                                + CONCURRENCY
                                + " workers (the default). Bare: the calls that the executor made at one cluster, "
                                + "recorded there, at each cluster with the same client, " + CONCURRENCY
                                + " at the same time. Goal: 0.80.")
                .remark("Broker, database, services and clusters share the machine; a distance is time without work.");
    }

    private static void measure(int count, Duration distance, Report report) throws Exception {
        String name = "b4-" + distance.toMillis();
        Path folder = Project.stackFolder(name).resolve("fleet");
        List<String> clusters =
                Testbed.specs(count).stream().map(spec -> spec.name()).toList();
        String recorded = clusters.get(0);
        Set<Service> others = EnumSet.complementOf(EnumSet.of(Service.ROLLBACK_EXECUTOR));
        try (FleetProcess fleet = FleetProcess.start(folder, count, distance);
                CallRecorder recorder = new CallRecorder(fleet.server(recorded));
                ClusterClients clients = Administrators.of(fleet.inventory(count))) {
            List<RecordedCall> calls;
            Duration ours;
            try (Stack stack = Stack.start(Testbed.options(name)
                            .only(others)
                            .over(fleet.inventory(count))
                            .with(SETTINGS));
                    ServiceProcess executor = executor(stack, fleet.inventory(count, recorded, recorder.url()))) {
                executor.awaitReady(PATIENCE);
                Rollback rollback = rollBack(stack, clients, clusters, recorder);
                ours = rollback.took();
                calls = recorder.calls(rollback.recordedAt());
            }
            BareLoop bare = new BareLoop(clients, calls);
            bare.warmUp(clusters, CONCURRENCY);
            Duration loop = bare.run(clusters, CONCURRENCY);
            report.row(
                    count + ", " + (distance.isZero() ? "near" : distance.toMillis() + " ms away"),
                    Integer.toString(calls.size()),
                    rate(count, ours),
                    rate(count, loop),
                    Figures.ratio(loop, ours));
        }
    }

    /** Brings a revision everywhere, then another, breaks that on one cluster; afterwards a third, to be replaced bare. */
    private static Rollback rollBack(Stack stack, ClusterClients clients, List<String> clusters, CallRecorder recorder)
            throws InterruptedException {
        String bootstrap = stack.broker().bootstrapServers();
        Release release = new Release("everywhere");
        try (Requests requests = new Requests(bootstrap);
                AuditTrail trail = AuditTrail.follow(bootstrap, entry -> {})) {
            bring(requests, bootstrap, release, 1, Map.of(), clusters.size());
            trail.await(
                    "the end of the first run", PATIENCE, entry -> entry.type().equals("RunSucceeded"));
            bring(requests, bootstrap, release, 2, Map.of("minSuccessTime", "20m"), clusters.size());
            TimeUnit.SECONDS.sleep(UNTIL_QUIET.toSeconds());
            Progress.say("B4: rolling back");
            recorder.forget();
            PodFailures.breakAll(clients.client(clusters.get(1)), release.namespace());
            Map<String, Long> applied;
            try (AppliedTargets targets = new AppliedTargets(
                    bootstrap, target -> target.desired().purpose() == TargetDeployment.Purpose.Rollback)) {
                applied = targets.await(clusters.size(), PATIENCE);
            }
            AuditTrail.Entry began =
                    trail.await("the rollback", PATIENCE, entry -> entry.type().equals("RollbackBegan"));
            trail.await(
                    "the end of the rollback", PATIENCE, entry -> entry.type().equals("RunRolledBack"));
            bring(requests, bootstrap, release, 3, Map.of("minSuccessTime", "20m"), clusters.size());
            TimeUnit.SECONDS.sleep(UNTIL_QUIET.toSeconds());
            long last =
                    applied.values().stream().mapToLong(Long::longValue).max().orElseThrow();
            return new Rollback(
                    Duration.ofMillis(last - began.record().occurredAt().toEpochMilli()),
                    Objects.requireNonNull(applied.get(clusters.get(0) + "/" + release.promotion())));
        }
    }

    private static void bring(
            Requests requests,
            String bootstrap,
            Release release,
            long revision,
            Map<String, Object> rollout,
            int count) {
        Progress.say("B4: revision %d to %d clusters", revision, count);
        requests.publish(
                release.key(),
                release.document("v" + revision, 1, Map.of("sternway.io/pod", Pods.READY.annotation()), rollout));
        try (AppliedTargets targets =
                new AppliedTargets(bootstrap, target -> target.desired().revision() == revision)) {
            targets.await(count, PATIENCE);
        }
    }

    private static ServiceProcess executor(Stack stack, Path inventory) {
        Map<String, String> settings = new HashMap<>(stack.settings(Service.ROLLBACK_EXECUTOR));
        settings.put("sternway.clusters.inventory", inventory.toString());
        return ServiceProcess.start(
                Service.ROLLBACK_EXECUTOR,
                Project.folder(),
                Launch.lasting(),
                stack.directory().resolve("logs/rollback-executor.log"),
                Ports.free(),
                settings);
    }

    private static String rate(int count, Duration took) {
        return Figures.rate(count / (took.toNanos() / 1e9)) + " (" + Figures.time(took) + ")";
    }

    /**
     * What was seen of a rollback.
     *
     * @param took from its beginning until the last target was applied
     * @param recordedAt when the recorded cluster's target was applied, in milliseconds of the broker's clock
     */
    private record Rollback(Duration took, long recordedAt) {}
}
