package io.sternway.systemtests.bench.start;

import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.Ports;
import io.sternway.sandbox.stack.Probe;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import io.sternway.systemtests.bench.Benchmark;
import io.sternway.systemtests.bench.Figures;
import io.sternway.systemtests.bench.Progress;
import io.sternway.systemtests.bench.Report;
import io.sternway.systemtests.bench.Samples;
import io.sternway.systemtests.bench.Sizes;
import io.sternway.systemtests.bench.Testbed;
import io.sternway.systemtests.ground.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** B5. {@code BENCH_JAVA25_HOME} names a JDK 25; without it only this process' own JDK is measured. */
public final class Start implements Benchmark {

    private static final String JDK_25 = "BENCH_JAVA25_HOME";
    private static final String AOT_JAR = "aot";
    /** What the sandbox says as soon as the run has ended that is rolled back. */
    private static final String JUDGEMENT = "What the clusters' API servers say now";

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public Report measure(Sizes sizes) throws Exception {
        int times = Math.max(2, sizes.samples() / 40);
        Report report = new Report("what", "samples", "median / max", "to a bare JVM");
        try (Stack stack = Stack.start(Testbed.options("b5").only(Set.of()).over(noClusters()))) {
            Launch own = Launch.small();
            measure(stack, "JDK " + System.getProperty("java.version"), own, Map.of(), times, report);
            Optional<Path> home = Optional.ofNullable(System.getenv(JDK_25)).map(Path::of);
            if (home.isPresent()) {
                packageForAot();
                Launch launch = new Launch(home.get(), own.options(), AOT_JAR);
                Map<Service, Path> caches = train(stack, launch);
                measure(stack, "JDK 25, AOT cache", launch, caches, times, report);
                report.remark(
                        "An AOT cache takes one training run (start, and end as soon as the service is ready) and "
                                + megabytes(caches) + " of disk for the four services together.");
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

    private static void measure(
            Stack stack, String name, Launch launch, Map<Service, Path> caches, int times, Report report)
            throws IOException, InterruptedException {
        Samples bare = new Samples();
        for (int i = 0; i < times; i++) {
            bare.add(bareStart(launch));
        }
        report.row(name + ": bare JVM", Integer.toString(times), spread(bare), "1");
        for (Service service : Service.values()) {
            Progress.say("B5 %s: %s", name, service.module());
            Launch with = launch;
            if (caches.containsKey(service)) {
                with = plus(launch, "-XX:AOTCache=" + caches.get(service));
            }
            start(stack, service, with).close();
            Samples samples = new Samples();
            for (int i = 0; i < times; i++) {
                try (ServiceProcess process = start(stack, service, with)) {
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
                Project.folder(),
                launch,
                stack.directory().resolve("logs").resolve(service.module() + ".log"),
                Ports.free(),
                stack.settings(service));
    }

    /** One run of each service that records what is loaded; its cache is made when the process ends. */
    private static Map<Service, Path> train(Stack stack, Launch launch) throws Exception {
        Map<Service, Path> caches = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            Progress.say("B5 JDK 25: training of %s", service.module());
            Path cache = service.jar(Project.folder(), AOT_JAR).resolveSibling(service.module() + ".aot");
            Files.deleteIfExists(cache);
            try (ServiceProcess process = start(stack, service, plus(launch, "-XX:AOTCacheOutput=" + cache))) {
                process.awaitReady(PATIENCE);
                ProcessHandle handle = ProcessHandle.of(process.pid()).orElseThrow();
                handle.destroy();
                handle.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            if (!Files.exists(cache)) {
                throw new IllegalStateException("no AOT cache was made: " + cache);
            }
            caches.put(service, cache);
        }
        return caches;
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
                        Project.folder().resolve("deploy/sandbox/run").toString())
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

    private static void packageForAot() throws IOException, InterruptedException {
        Progress.say("B5: packaging for AOT");
        List<String> modules =
                List.of(Service.values()).stream().map(Service::module).toList();
        int code = new ProcessBuilder(
                        Project.folder().resolve("mvnw").toString(),
                        "-q",
                        "-Dquick",
                        "-DskipTests",
                        "-pl",
                        String.join(",", modules),
                        "-am",
                        "-Dquarkus.package.jar.type=aot-jar",
                        "-Dquarkus.package.output-directory=" + AOT_JAR,
                        "package")
                .directory(Project.folder().toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("the services cannot be packaged for AOT");
        }
    }

    private static Path noClusters() throws IOException {
        Path folder = Project.stackFolder("b5");
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("inventory.yaml"), "clusters: []\n");
    }

    private static Launch plus(Launch launch, String option) {
        List<String> options = new ArrayList<>(launch.options());
        options.add(option);
        return new Launch(launch.javaHome(), options, launch.packaging());
    }

    private static String megabytes(Map<Service, Path> caches) throws IOException {
        long bytes = 0;
        for (Path cache : caches.values()) {
            bytes += Files.size(cache);
        }
        return Figures.megabytes(bytes >> 20);
    }

    private static String spread(Samples samples) {
        return Figures.time(samples.median()) + " / " + Figures.time(samples.max());
    }
}
