package io.sternway.sandbox.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What a JVM wrote down about a service's classes when it ended, so that the next one starts in half the processor time: a
 * class data archive (JEP 350), from JDK 25 on an AOT cache (JEP 514). It belongs to one JDK and one build.
 */
public final class ClassArchive {

    /** Start, and writing it down, on a slow machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int FIRST_WITH_AOT_CACHE = 25;

    private final Path jar;
    private final Path file;
    private final boolean isAotCache;

    private ClassArchive(Path jar, String javaVersion) {
        this.jar = jar;
        this.isAotCache = Runtime.Version.parse(javaVersion).feature() >= FIRST_WITH_AOT_CACHE;
        this.file = jar.resolveSibling("jdk-" + javaVersion + (isAotCache ? ".aot" : ".jsa"));
    }

    /** That of a service, which may not have been made. */
    public static ClassArchive of(Service service, Path project, Path javaHome) {
        return new ClassArchive(service.jar(project), version(javaHome));
    }

    /**
     * Makes those that are missing: each service is started with a stack's broker and database, and ended as soon as it is
     * ready.
     *
     * @throws IllegalStateException if a service does not start or end
     */
    public static void makeMissing(Stack stack, Launch launch) {
        Map<Service, ServiceProcess> trained = new EnumMap<>(Service.class);
        try {
            for (Service service : Service.values()) {
                ClassArchive archive = of(service, stack.project(), launch.javaHome());
                if (!archive.isThere()) {
                    trained.put(service, archive.record(service, stack, launch));
                }
            }
            trained.values().forEach(process -> process.awaitReady(PATIENCE));
            trained.values().parallelStream().forEach(process -> process.end(PATIENCE));
        } finally {
            trained.values().forEach(ServiceProcess::close);
        }
    }

    /** Whether none is missing for a JDK. */
    public static boolean areThere(Path project, Path javaHome) {
        return Arrays.stream(Service.values())
                .allMatch(service -> of(service, project, javaHome).isThere());
    }

    /** Its size in bytes, 0 if it was not made. */
    public long size() {
        return file.toFile().length();
    }

    /** The JVM's option that makes use of it; empty if it was not made, or of another build. */
    Optional<String> option() {
        return isThere()
                ? Optional.of((isAotCache ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + file)
                : Optional.empty();
    }

    private boolean isThere() {
        return file.toFile().lastModified() > jar.toFile().lastModified();
    }

    private ServiceProcess record(Service service, Stack stack, Launch launch) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("an old archive cannot be removed", e);
        }
        return ServiceProcess.start(
                service,
                stack.project(),
                launch.with((isAotCache ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + file),
                stack.directory().resolve("logs").resolve(service.module() + "-training.log"),
                Ports.free(),
                stack.settings(service));
    }

    private static String version(Path javaHome) {
        Properties release = new Properties();
        try (InputStream in = Files.newInputStream(javaHome.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("not a JDK: " + javaHome, e);
        }
        return release.getProperty("JAVA_VERSION").replace("\"", "");
    }
}
