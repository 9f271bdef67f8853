package io.sternway.sandbox.cluster.real;

import io.sternway.sandbox.cluster.RequestLog;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One real Kubernetes cluster on this machine: etcd, API server, controllers, scheduler, and kwok in place of kubelets.
 *
 * <p>It takes about 4 s to start and 0.55 GB. Ports are searched, so that several run side by side. It goes down with
 * {@link #close()}, with the end of this JVM, and also when the JVM is killed.
 *
 * <p>Tests first ask {@link #whyNot()}, and skip themselves with its text where the binaries have not been built.
 */
public final class RealControlPlane implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 120;
    private static final String TEMPORARY = "sternway-cluster-";

    /** The processes of a cluster, each of which can be disturbed on its own. */
    public enum Part {
        ETCD,
        KUBE_APISERVER,
        KUBE_CONTROLLER_MANAGER,
        KUBE_SCHEDULER,
        KWOK;

        private String program() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Path script;
    private final Path dir;
    private final AuditLog audit;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread atExit = new Thread(this::down, "control-plane-down");

    private RealControlPlane(Path script, Path dir) {
        this.script = script;
        this.dir = dir;
        this.audit = new AuditLog(dir.resolve("audit.log"));
    }

    /**
     * Why no real control plane can be started here, in one line that says how to get it; empty when it can.
     *
     * @throws IllegalStateException with that line, when {@code STERNWAY_REQUIRE_CONTROL_PLANE=true} (CI): there these
     *     tests must not be skipped
     */
    public static Optional<String> whyNot() {
        Optional<String> reason = missing();
        if (reason.isPresent() && "true".equals(System.getenv("STERNWAY_REQUIRE_CONTROL_PLANE"))) {
            throw new IllegalStateException(reason.get());
        }
        return reason;
    }

    /** Starts a cluster in a new temporary folder; returns when its API server, controllers and node are ready. */
    public static RealControlPlane start() {
        return start("control-plane");
    }

    /** As {@link #start()}; the kubeconfig's context is called {@code name}, and so is the folder. */
    public static RealControlPlane start(String name) {
        return start(temporary(name), List.of());
    }

    /** As {@link #start(String)}; its API server remembers what was written, which costs it time. */
    public static RealControlPlane startAudited(String name) {
        return start(temporary(name), List.of("--audit"));
    }

    private static Path temporary(String name) {
        try {
            return Files.createTempDirectory(TEMPORARY).resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a cluster in a folder of the caller's, its API server on {@code port}. */
    public static RealControlPlane start(Path dir, int port) {
        return start(dir, List.of(Integer.toString(port)));
    }

    private static RealControlPlane start(Path dir, List<String> more) {
        Path scripts =
                scripts().orElseThrow(() -> new IllegalStateException("no deploy/control-plane above " + here()));
        RealControlPlane cluster = new RealControlPlane(scripts.resolve("cluster"), dir.toAbsolutePath());
        List<String> options = new ArrayList<>(more);
        options.add("--while");
        options.add(Long.toString(ProcessHandle.current().pid()));
        Runtime.getRuntime().addShutdownHook(cluster.atExit);
        try {
            cluster.run("up", options);
        } catch (IllegalStateException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    /** The kubeconfig: contexts {@link #name()} (admin) and {@code <name>-reader} (reads all but Secrets). */
    public Path kubeconfig() {
        return dir.resolve("kubeconfig");
    }

    /** The name of the cluster and of its admin's context in the kubeconfig. */
    public String name() {
        return dir.getFileName().toString();
    }

    /** What was written there, oldest first, if the cluster was started for it. */
    public List<RequestLog.Entry> writes() {
        return audit.entries();
    }

    /** Whether {@link #writes} may lack some: an API server that was killed did not write down what it had just done. */
    public boolean lacksWrites() {
        return audit.isCut();
    }

    /** Stops a part at once (SIGKILL). */
    public void kill(Part part) {
        if (part == Part.KUBE_APISERVER) {
            audit.cut();
        }
        run("kill", List.of(part.program()));
    }

    /** Starts a part that was killed; does not wait until it is ready. */
    public void start(Part part) {
        run("start", List.of(part.program()));
    }

    /** The part keeps its connections and answers nothing (SIGSTOP), until {@link #thaw}. */
    public void freeze(Part part) {
        run("freeze", List.of(part.program()));
    }

    /** Ends {@link #freeze}. */
    public void thaw(Part part) {
        run("thaw", List.of(part.program()));
    }

    /** Stops everything and removes the cluster's files. May be called again. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is going down: the hook does it.
            return;
        }
        down();
    }

    private void down() {
        if (closed.compareAndSet(false, true)) {
            run("down", List.of());
            // The folder around it, if start() has made it and the caller has put nothing there.
            File around = dir.toFile().getParentFile();
            if (around != null && around.getName().startsWith(TEMPORARY)) {
                var unused = around.delete();
            }
        }
    }

    private void run(String verb, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(script.toString(), verb, dir.toString()));
        command.addAll(arguments);
        try {
            Path output = Files.createTempFile("sternway-control-plane-", ".out");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroy();
                    throw new IllegalStateException("cluster " + verb + " did not end: " + Files.readString(output));
                }
                if (process.exitValue() != 0) {
                    throw new IllegalStateException("cluster " + verb + " failed: " + Files.readString(output));
                }
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in cluster " + verb, e);
        }
    }

    private static Optional<String> missing() {
        Optional<Path> scripts = scripts();
        if (scripts.isEmpty()) {
            return Optional.of("no real control plane: deploy/control-plane is not above " + here());
        }
        String binaries = System.getenv("STERNWAY_CONTROL_PLANE");
        if (binaries != null) {
            return Files.isExecutable(Path.of(binaries, "kube-apiserver"))
                    ? Optional.empty()
                    : Optional.of(
                            "no real control plane: STERNWAY_CONTROL_PLANE=" + binaries + " has no kube-apiserver");
        }
        return built(scripts.get())
                ? Optional.empty()
                : Optional.of(
                        "no real control plane built: run deploy/control-plane/build (Go, 5 to 10 minutes, once)");
    }

    private static boolean built(Path scripts) {
        try {
            return new ProcessBuilder(scripts.resolve("build").toString(), "--where")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The project's {@code deploy/control-plane}, searched upwards from the working directory. */
    private static Optional<Path> scripts() {
        for (Path at = here(); at != null; at = at.getParent()) {
            Path scripts = at.resolve("deploy/control-plane");
            if (Files.isExecutable(scripts.resolve("cluster"))) {
                return Optional.of(scripts);
            }
        }
        return Optional.empty();
    }

    private static Path here() {
        return Path.of("").toAbsolutePath();
    }
}
