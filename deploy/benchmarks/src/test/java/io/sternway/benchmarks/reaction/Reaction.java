package io.sternway.benchmarks.reaction;

import io.sternway.benchmarks.BenchPromotion;
import io.sternway.benchmarks.Benchmark;
import io.sternway.benchmarks.Figures;
import io.sternway.benchmarks.Progress;
import io.sternway.benchmarks.Report;
import io.sternway.benchmarks.Samples;
import io.sternway.benchmarks.Sizes;
import io.sternway.benchmarks.Testbed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** B1. */
public final class Reaction implements Benchmark {

    /** So many reactions are not counted: until then the services' code is still being compiled. */
    private static final int WARM_UP = 100;

    private static final int ARGO_ALONE = 20;
    private static final int AT_ONCE = 50;
    private static final Duration UNTIL_THE_CRASH = Duration.ofSeconds(15);

    @Override
    public Report measure(Sizes sizes) throws Exception {
        Report report = new Report("what", "samples", "median / p90 / p99 / max", "median to bare", "p99 to bare");
        try (Testbed bed = Testbed.simulated("b1-simulated", 1)) {
            measure(bed, "simulated", sizes, report);
        }
        Optional<Testbed> real = Testbed.real("b1-real");
        if (real.isPresent()) {
            try (Testbed bed = real.get()) {
                measure(bed, "real", sizes, report);
            }
        }
        return report.remark("written: from the first failing Pod at the API server to the good template there again;"
                        + " restored: until all its Pods are available and no others are left, both as one watcher sees"
                        + " them. All settings are the defaults, no failure threshold. The first " + WARM_UP
                        + " are not counted: until then the services' code is still being compiled.")
                .remark(
                        "bare: three hops through the broker (one of them a transaction), three commits and the apply"
                                + " call, one after the other, in turn with the samples. Goal: median at most 3, p99 at most 6.")
                .remark(
                        "of that: from the failing Pod until the watcher's record of it can be read, from there until the"
                                + " evaluator's, until promotion-service's command, until the good template is there.")
                .remark("Argo Rollouts: from its abort on, with its default flags; its deadline of "
                        + ArgoRollouts.DEADLINE_SECONDS + " s comes before that. "
                        + AT_ONCE + " at once: as many applications on the one cluster.");
    }

    private static void measure(Testbed bed, String environment, Sizes sizes, Report report) throws Exception {
        String cluster = bed.clusters().get(0);
        try (ClusterTimes onCluster = new ClusterTimes(bed.client(cluster));
                CrashingRevisions crashes = new CrashingRevisions(bed, onCluster);
                BareHops hops = new BareHops(bed.stack(), bed.client(cluster))) {
            alone(crashes, hops, environment, sizes.samples(), report);
            if (environment.equals("real")) {
                together(crashes, Math.min(AT_ONCE, sizes.samples()), report);
                argo(bed, onCluster, sizes, report);
            }
        }
    }

    private static void alone(CrashingRevisions crashes, BareHops hops, String environment, int count, Report report)
            throws Exception {
        BenchPromotion release = new BenchPromotion("alone");
        Samples bare = new Samples();
        Samples observed = new Samples();
        Samples judged = new Samples();
        Samples commanded = new Samples();
        Samples applied = new Samples();
        Samples written = new Samples();
        Samples restored = new Samples();
        crashes.bringGood(release);
        for (int number = 1; number <= WARM_UP + count; number++) {
            CrashingRevisions.Times times = crashes.once(release, number);
            long hop = hops.once();
            if (number > WARM_UP) {
                written.add(times.untilWritten());
                restored.add(times.untilRestored());
                bare.add(hop);
                observed.add(times.observed() - times.failing());
                judged.add(times.judged() - times.observed());
                commanded.add(times.commanded() - times.judged());
                applied.add(times.written() - times.commanded());
            }
            if (number % 50 == 0) {
                Progress.say("B1 %s: %d of %d", environment, number, WARM_UP + count);
            }
        }
        report.row(environment + ": bare hops", count(bare), Figures.spread(bare), "1", "1");
        report.row(
                environment + ": written",
                count(written),
                Figures.spread(written),
                Figures.ratio(written.median(), bare.median()),
                Figures.ratio(written.p99(), bare.p99()));
        report.row(environment + ": restored", count(restored), Figures.spread(restored), "", "");
        part(environment + ", of that: until observed", observed, report);
        part(environment + ", of that: until judged", judged, report);
        part(environment + ", of that: until commanded", commanded, report);
        part(environment + ", of that: until written", applied, report);
    }

    private static void part(String what, Samples samples, Report report) {
        report.row(what, count(samples), Figures.spread(samples), "", "");
    }

    private static void together(CrashingRevisions crashes, int count, Report report) {
        List<BenchPromotion> releases = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new BenchPromotion("at-once-" + number))
                .toList();
        releases.forEach(crashes::bringGood);
        Samples written = new Samples();
        Samples restored = new Samples();
        Progress.say("B1 real: %d at once", count);
        for (CrashingRevisions.Times times : crashes.together(releases, 1, UNTIL_THE_CRASH)) {
            written.add(times.untilWritten());
            restored.add(times.untilRestored());
        }
        report.row("real, " + count + " at once: written", count(written), Figures.spread(written), "", "");
        report.row("real, " + count + " at once: restored", count(restored), Figures.spread(restored), "", "");
    }

    private static void argo(Testbed bed, ClusterTimes onCluster, Sizes sizes, Report report) throws Exception {
        Optional<ArgoRollouts> started = ArgoRollouts.start(
                bed.client(bed.clusters().get(0)),
                bed.kubeconfig(),
                bed.stack().directory().resolve("logs/argo-rollouts.log"),
                onCluster);
        if (started.isEmpty()) {
            return;
        }
        try (ArgoRollouts argo = started.get()) {
            Progress.say("B1 real: Argo Rollouts");
            Samples alone = argo.alone(Math.min(ARGO_ALONE, sizes.samples()));
            report.row("real, Argo Rollouts: restored", count(alone), Figures.spread(alone), "", "");
            int many = Math.min(AT_ONCE, sizes.samples());
            Samples together = argo.together(many);
            report.row(
                    "real, Argo Rollouts, " + many + " at once: restored",
                    count(together),
                    Figures.spread(together),
                    "",
                    "");
        }
    }

    private static String count(Samples samples) {
        return Integer.toString(samples.count());
    }
}
