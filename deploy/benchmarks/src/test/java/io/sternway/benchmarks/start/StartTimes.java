package io.sternway.benchmarks.start;

import io.sternway.benchmarks.Benchmark;
import io.sternway.benchmarks.Figures;
import io.sternway.benchmarks.Progress;
import io.sternway.benchmarks.Report;
import io.sternway.benchmarks.Samples;
import io.sternway.benchmarks.Sizes;
import io.sternway.sandbox.stack.ClassArchive;
import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.Ports;
import io.sternway.sandbox.stack.Probe;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import io.sternway.systemtests.environment.ProjectFolder;
import io.sternway.systemtests.environment.TestStacks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** B5. {@code BENCH_JAVA25_HOME} names a JDK 25; without it only this process' own JDK is measured. */
public final class StartTimes implements Benchmark {

    private static final String JDK_25 = "BENCH_JAVA25_HOME";
    /** What the sandbox says as soon as the run has ended that is rolled back. */
    private static final String JUDGEMENT = "What the clusters' API servers say now";

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public Report measure(Sizes sizes) throws Exception {
        int times = Math.max(2, sizes.samples() / 40);
        Report report = new Report("what", "samples", "median / max", "to a bare JVM");
        try (Stack stack = TestStacks.startBare("b5")) {
            Launch own = Launch.small();
            String version = "JDK " + System.getProperty("java.version");
            measure(stack, version, own.unarchived(), times, report);
            measureArchived(stack, version + ", class data archive", own, times, report);
            Optional<Path> home = Optional.ofNullable(System.getenv(JDK_25)).map(Path::of);
            if (home.isPresent()) {
                measureArchived(stack, "JDK 25, AOT cache", own.on(home.get()), times, report);
            } else {
                report.remark("JDK 25 was not measured: " + JDK_25 + " is not set.");
            }
        }
        measureSandbox(report);
        return report.remark(
                        "From the start of the process until its readiness probe answers 200, asked every 50 ms; the"
                                + " service alone beside broker and database, with its schema there. Goal on JDK 25: 3 s.")
                .remark("A bare JVM: one that opens a port and answers 200, started and asked in the same way.");
    }

    private static void measureArchived(Stack stack, String name, Launch launch, int times, Report report)
            throws IOException, InterruptedException {
        Progress.say("B5 %s: training", name);
        ClassArchive.makeMissing(stack, launch);
        if (!ClassArchive.areThere(ProjectFolder.root(), launch.javaHome())) {
            throw new IllegalStateException("a class archive was not made; see the logs in " + stack.directory());
        }
        measure(stack, name, launch, times, report);
        long bytes = Arrays.stream(Service.values())
                .mapToLong(service -> ClassArchive.of(service, ProjectFolder.root(), launch.javaHome())
                        .size())
                .sum();
        report.remark(name + ": made by a start of each service that ends as soon as it is ready; "
                + Figures.megabytes(bytes >> 20) + " of disk for the four together.");
    }

    private static void measure(Stack stack, String name, Launch launch, int times, Report report)
            throws IOException, InterruptedException {
        Samples bare = new Samples();
        for (int i = 0; i < times; i++) {
            bare.add(bareStart(launch));
        }
        report.row(name + ": bare JVM", Integer.toString(times), spread(bare), "1");
        for (Service service : Service.values()) {
            Progress.say("B5 %s: %s", name, service.module());
            start(stack, service, launch).close();
            Samples samples = new Samples();
            for (int i = 0; i < times; i++) {
                try (ServiceProcess process = start(stack, service, launch)) {
                    samples.add(process.awaitReady(PATIENCE).toNanos());
                }
            }
            report.row(
                    name + ": " + service.module(),
                    Integer.toString(times),
                    spread(samples),
                    Figures.ratio(samples.median(), bare.median()));
        }
    }

    private static ServiceProcess start(Stack stack, Service service, Launch launch) {
        return ServiceProcess.start(
                service,
                ProjectFolder.root(),
                launch,
                stack.directory().resolve("logs").resolve(service.module() + ".log"),
                Ports.free(),
                stack.settings(service));
    }

    private static long bareStart(Launch launch) throws IOException, InterruptedException {
        int port = Ports.free();
        List<String> command =
                new ArrayList<>(List.of(launch.javaHome().resolve("bin/java").toString()));
        command.addAll(launch.options());
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), BareServer.class.getName(), Integer.toString(port)));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            if (!Probe.await("http://127.0.0.1:" + port, process::isAlive)) {
                throw new IllegalStateException("the bare JVM ended");
            }
            return System.nanoTime() - start;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void measureSandbox(Report report) throws IOException, InterruptedException {
        Progress.say("B5: the sandbox");
        long start = System.nanoTime();
        Process sandbox = new ProcessBuilder(
                        ProjectFolder.root().resolve("deploy/sandbox/run").toString())
                .redirectErrorStream(true)
                .start();
        long rolledBack = 0;
        try (var lines = sandbox.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (rolledBack == 0 && line.equals(JUDGEMENT)) {
                    rolledBack = System.nanoTime() - start;
                }
            }
        }
        if (sandbox.waitFor() != 0 || rolledBack == 0) {
            throw new IllegalStateException("the sandbox failed");
        }
        report.row(
                "sandbox: from the command to the first rolled-back promotion",
                "1",
                Figures.time(Duration.ofNanos(rolledBack)),
                "");
    }

    private static String spread(Samples samples) {
        return Figures.time(samples.median()) + " / " + Figures.time(samples.max());
    }
}
