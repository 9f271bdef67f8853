package io.sternway.sandbox.stack;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real Postgres from embedded binaries, on 127.0.0.1. It can be stopped and started again with the same data. */
public final class Database implements AutoCloseable {

    private final Path directory;
    private final int port;
    private final boolean durable;
    private @Nullable EmbeddedPostgres server;

    private Database(Path directory, int port, boolean durable) {
        this.directory = directory;
        this.port = port;
        this.durable = durable;
    }

    /**
     * Initialises the directory if it is new, and starts. What was committed survives {@link #kill()}.
     *
     * @param directory where its data lives
     * @param durable whether it survives the end of the machine as well
     */
    public static Database start(Path directory, boolean durable) {
        Database database = new Database(directory, Ports.free(), durable);
        database.start();
        return database;
    }

    /** Starts again after {@link #close()}. */
    public void start() {
        try {
            Files.createDirectories(directory.toAbsolutePath().getParent());
            server = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("max_connections", "100")
                    // The library's own settings would lose commits when the server is killed.
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("fsync", durable ? "on" : "off")
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("Postgres cannot be started in " + directory, e);
        }
    }

    /** What a client needs; every client of the sandbox is the superuser {@code postgres}. */
    public String jdbcUrl() {
        return jdbcUrl(port);
    }

    /** The same over a link that is entered at that port. */
    static String jdbcUrl(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    int port() {
        return port;
    }

    /** Ends it with all its processes as a crash does (SIGKILL); {@link #start()} recovers it. */
    public void kill() {
        EmbeddedPostgres running = server;
        if (running != null) {
            ProcessHandle postmaster = running.getProcess().toHandle();
            List<ProcessHandle> all = Stream.concat(Stream.of(postmaster), postmaster.descendants())
                    .toList();
            all.forEach(ProcessHandle::destroyForcibly);
            all.forEach(process -> process.onExit().join());
            close();
        }
    }

    @Override
    public void close() {
        EmbeddedPostgres running = server;
        server = null;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                throw new UncheckedIOException("Postgres cannot be stopped", e);
            }
        }
    }
}
