package io.sternway.sandbox.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A service as a process of its own, started exactly as it is shipped. */
public final class ServiceProcess implements AutoCloseable {

    private final Service service;
    private final List<String> command;
    private final Path log;
    private final int port;
    private Process process;
    private Instant startedAt;

    private ServiceProcess(Service service, List<String> command, Path log, int port) {
        this.service = service;
        this.command = List.copyOf(command);
        this.log = log;
        this.port = port;
        this.startedAt = Instant.now();
        this.process = launch();
    }

    /**
     * Starts a service.
     *
     * @param service which one
     * @param project the project's folder, where the modules are built
     * @param launch what runs it
     * @param log where its output goes, appended
     * @param port its HTTP port on 127.0.0.1
     * @param settings configuration as system properties
     */
    public static ServiceProcess start(
            Service service, Path project, Launch launch, Path log, int port, Map<String, String> settings) {
        List<String> command = new ArrayList<>();
        command.add(launch.javaHome().resolve("bin/java").toString());
        command.add("-Xmx" + service.heapMegabytes() + "m");
        command.addAll(launch.options());
        if (launch.archived()) {
            ClassArchive.of(service, project, launch.javaHome()).option().ifPresent(command::add);
        }
        command.add("-Dquarkus.http.host=127.0.0.1");
        command.add("-Dquarkus.http.port=" + port);
        new TreeMap<>(settings).forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.add("-jar");
        command.add(service.jar(project).toString());
        return new ServiceProcess(service, command, log, port);
    }

    /** Which service it is. */
    public Service service() {
        return service;
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Where it answers. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Its health. */
    public URI healthUrl() {
        return URI.create(url() + "/q/health");
    }

    /**
     * Waits from now on until it says that it is ready.
     *
     * @return how long that took from its start
     * @throws IllegalStateException if it ends before, or takes longer; the message names its log
     */
    public Duration awaitReady(Duration atMost) {
        Instant end = Instant.now().plus(atMost);
        if (!Probe.await(readyUrl(), () -> process.isAlive() && Instant.now().isBefore(end))) {
            throw new IllegalStateException(
                    process.isAlive()
                            ? service.module() + " is not ready after " + atMost + "; its log is " + log
                            : service.module() + " ended with code " + process.exitValue()
                                    + " before it was ready; its log is " + log);
        }
        return Duration.between(startedAt, Instant.now());
    }

    /** Whether it says that it is ready. */
    public boolean isReady() {
        return Probe.answers(readyUrl());
    }

    private String readyUrl() {
        return url() + "/q/health/ready";
    }

    /** Resident memory in MiB; 0 where the system does not tell. */
    public long residentMegabytes() {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .map(line -> line.replaceAll("[^0-9]", ""))
                            .mapToLong(Long::parseLong)
                            .findFirst()
                            .orElse(0)
                    / 1024;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Ends it as a crash does (SIGKILL), and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** Stops it in the middle of whatever it does (SIGSTOP): it keeps its connections and does nothing. */
    public void pause() {
        signal("STOP");
    }

    /** Lets it go on after {@link #pause()}; it does not know that time has passed. */
    public void resume() {
        signal("CONT");
    }

    /** Whether it runs, paused or not. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Starts it again after it has ended.
     *
     * @throws IllegalStateException if it has not
     */
    public void restart() {
        if (isAlive()) {
            throw new IllegalStateException(service.module() + " still runs; its log is " + log);
        }
        startedAt = Instant.now();
        process = launch();
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (kill.waitFor() != 0 && isAlive()) {
                throw new IllegalStateException(service.module() + " cannot be sent " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no signal can be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Asks it to end (SIGTERM) and waits until it has.
     *
     * @return its exit code
     * @throws IllegalStateException if it has not ended in time
     */
    public int end(Duration atMost) {
        process.destroy();
        try {
            if (process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException(service.module() + " has not ended after " + atMost + "; its log is " + log);
    }

    /** Where its output goes. */
    public Path log() {
        return log;
    }

    /** Asks it to end (SIGTERM); what has not ended after 15 s is killed. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private Process launch() {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(service.module() + " cannot be started", e);
        }
    }

    private void await() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
