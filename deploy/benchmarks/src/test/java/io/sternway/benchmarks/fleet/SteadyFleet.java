package io.sternway.benchmarks.fleet;

import io.sternway.benchmarks.BenchPromotion;
import io.sternway.benchmarks.Benchmark;
import io.sternway.benchmarks.Figures;
import io.sternway.benchmarks.Progress;
import io.sternway.benchmarks.Report;
import io.sternway.benchmarks.Sizes;
import io.sternway.benchmarks.Testbed;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** B3: half of the clusters, then all of them, with the same applications on each. */
public final class SteadyFleet implements Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Instead of five minutes, so that the state is steady soon. */
    private static final Duration ACTIVE_FOR = Duration.ofSeconds(30);

    private static final Map<String, String> SETTINGS =
            Map.of("sternway.promotion.health.active-for", ACTIVE_FOR.toSeconds() + "s");

    @Override
    public Report measure(Sizes sizes) throws Exception {
        int half = sizes.clusters() / 2;
        Path folder = ProjectFolder.ofStack("b3");
        try (FleetProcess fleet = FleetProcess.start(folder.resolve("fleet"), sizes.clusters(), Duration.ZERO);
                Stack stack = Stack.start(
                        Testbed.options("b3").over(fleet.inventory(half)).with(SETTINGS));
                AppliedTargets applied = new AppliedTargets(stack.broker().bootstrapServers(), 0, target -> true)) {
            bringAll(stack, sizes);
            Map<String, Cost> one = steady(stack, fleet, applied, half * sizes.applications(), sizes);
            fleet.inventory(sizes.clusters());
            Map<String, Cost> two = steady(stack, fleet, applied, sizes.clusters() * sizes.applications(), sizes);
            return report(sizes, half, one, two);
        }
    }

    private static void bringAll(Stack stack, Sizes sizes) {
        try (Requests requests = new Requests(stack.broker().bootstrapServers())) {
            for (int number = 1; number <= sizes.applications(); number++) {
                BenchPromotion release = new BenchPromotion("app-" + number);
                requests.publish(
                        release.key(),
                        release.document("good", 1, Map.of("sternway.io/pod", "ready"), Map.of("maxFailures", "100%")));
            }
        }
    }

    /** What each process costs while nothing happens; services first, their sum, then what is not ours. */
    private static Map<String, Cost> steady(
            Stack stack, FleetProcess fleet, AppliedTargets applied, int targets, Sizes sizes)
            throws IOException, InterruptedException {
        Progress.say("B3: waiting for %d targets", targets);
        applied.await(targets, PATIENCE);
        Progress.say("B3: all applied; until the state is steady");
        applied.awaitQuiet(ACTIVE_FOR, PATIENCE.multipliedBy(2));
        TimeUnit.SECONDS.sleep(ACTIVE_FOR.toSeconds() + 30);
        Map<String, List<Long>> pids = new LinkedHashMap<>();
        for (Map.Entry<Service, ServiceProcess> entry : stack.services().entrySet()) {
            pids.put(entry.getKey().module(), List.of(entry.getValue().pid()));
        }
        pids.put(
                "all services",
                stack.services().values().stream().map(ServiceProcess::pid).toList());
        pids.put("(Postgres)", postgres(stack));
        pids.put("(broker, with the benchmark)", List.of(ProcessHandle.current().pid()));
        pids.put("(simulated clusters)", List.of(fleet.pid()));
        Map<String, Usage> before = new LinkedHashMap<>();
        pids.forEach((name, these) -> before.put(name, Usage.of(these)));
        long start = System.nanoTime();
        Progress.say("B3: measuring for %d s", sizes.seconds());
        TimeUnit.SECONDS.sleep(sizes.seconds());
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, Cost> costs = new LinkedHashMap<>();
        before.forEach((name, then) -> {
            Usage now = Usage.of(pids.getOrDefault(name, List.of()));
            double cores = now.processor().minus(then.processor()).toNanos() / 1e9 / seconds;
            costs.put(name, new Cost(cores, now.residentMegabytes()));
        });
        return costs;
    }

    private static Report report(Sizes sizes, int half, Map<String, Cost> one, Map<String, Cost> two) {
        int targets = half * sizes.applications();
        Report report = new Report(
                "process",
                "cores at " + targets + " targets",
                "cores at " + sizes.clusters() * sizes.applications(),
                "ratio",
                "memory at " + targets,
                "memory at " + sizes.clusters() * sizes.applications(),
                "ratio");
        one.forEach((name, small) -> {
            Cost large = Objects.requireNonNull(two.get(name), name);
            report.row(
                    name,
                    Figures.percent(small.cores()),
                    Figures.percent(large.cores()),
                    Figures.ratio(large.cores() / small.cores()),
                    Figures.megabytes(small.megabytes()),
                    Figures.megabytes(large.megabytes()),
                    Figures.ratio((double) large.megabytes() / small.megabytes()));
        });
        return report.remark(half + " clusters, then " + sizes.clusters() + ", with " + sizes.applications()
                        + " applications of one Deployment each on every one; nothing changes; steady interval 30 s; measured for "
                        + sizes.seconds() + " s. 100 % is one core.")
                .remark(
                        "Goal for all services at the larger size: 4096 MiB, 100 % (half of two cores); doubled work at most 2.1.");
    }

    /** The server and the process of each connection. */
    private static List<Long> postgres(Stack stack) throws IOException {
        Path file = stack.directory().resolve("postgres/postmaster.pid");
        ProcessHandle server = ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(file).get(0).strip()))
                .orElseThrow();
        return Stream.concat(Stream.of(server), server.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    /**
     * What processes cost.
     *
     * @param cores processors in use, on average
     * @param megabytes resident memory in MiB
     */
    private record Cost(double cores, long megabytes) {}
}
