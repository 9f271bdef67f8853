package io.sternway.benchmarks.fleet;

import io.sternway.benchmarks.Testbed;
import io.sternway.sandbox.stack.ClusterSpec;
import io.sternway.systemtests.content.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Simulated clusters in a process of their own, so that what they cost is told apart. */
public final class FleetProcess implements AutoCloseable {

    static final String KUBECONFIG = "kubeconfig";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final Process process;

    private FleetProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param folder where it writes
     * @param clusters how many
     * @param delay from a request to its being carried out
     */
    public static FleetProcess start(Path folder, int clusters, Duration delay) throws IOException {
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx6g",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FleetMain.class.getName(),
                        folder.toString(),
                        Integer.toString(clusters),
                        Long.toString(delay.toMillis()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("fleet.log").toFile())
                .start();
        FleetProcess fleet = new FleetProcess(folder, process);
        fleet.awaitStart();
        return fleet;
    }

    /** The process. */
    public long pid() {
        return process.pid();
    }

    /** The inventory of its first clusters, replaced if it is there; see {@link Testbed#specs}. */
    public Path inventory(int first) throws IOException {
        return inventory("inventory.yaml", first, KUBECONFIG);
    }

    /** The URL of a cluster's API. */
    public String server(String cluster) throws IOException {
        Matcher server = Pattern.compile("\"(http[^\"]*/clusters/" + cluster + ")\"")
                .matcher(Files.readString(folder.resolve(KUBECONFIG)));
        if (!server.find()) {
            throw new IllegalArgumentException("no cluster " + cluster);
        }
        return server.group(1);
    }

    /** Another inventory of its first clusters, where one of them is reached at another URL. */
    public Path inventory(int first, String cluster, String url) throws IOException {
        String name = KUBECONFIG + "-" + cluster;
        String all = Files.readString(folder.resolve(KUBECONFIG));
        Files.writeString(folder.resolve(name), all.replace("\"" + server(cluster) + "\"", "\"" + url + "\""));
        return inventory("inventory-" + cluster + ".yaml", first, name);
    }

    private Path inventory(String file, int first, String kubeconfig) throws IOException {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (ClusterSpec cluster : Testbed.specs(first)) {
            entries.add(Map.of(
                    "name", cluster.name(),
                    "labels", cluster.labels(),
                    "kubeconfig", kubeconfig,
                    "context", cluster.name()));
        }
        Path next = Files.writeString(folder.resolve(file + ".next"), Json.write(Map.of("clusters", entries)));
        return Files.move(
                next, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private void awaitStart() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(folder.resolve(KUBECONFIG))) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "the simulated clusters did not start; see " + folder.resolve("fleet.log"));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
