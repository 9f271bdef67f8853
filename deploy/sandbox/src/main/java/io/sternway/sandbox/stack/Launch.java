package io.sternway.sandbox.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which JVM runs a service, and with which options.
 *
 * @param javaHome the JDK's folder
 * @param options options of the JVM, besides the heap's size
 * @param archived whether it uses the service's {@link ClassArchive}, if there is one
 */
public record Launch(Path javaHome, List<String> options, boolean archived) {

    public Launch {
        options = List.copyOf(options);
    }

    /** As the sandbox does: on this process' own JDK, quick to start and small. */
    public static Launch small() {
        return new Launch(
                ownJava(),
                // A code cache of its usual size: without the optimising compiler a JVM reserves a fifth of it.
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m"),
                true);
    }

    /** For work that lasts: on this process' own JDK, with its optimising compiler. */
    public static Launch lasting() {
        return new Launch(ownJava(), List.of("-XX:+UseSerialGC"), false);
    }

    /** The same on another JDK. */
    public Launch on(Path otherJavaHome) {
        return new Launch(otherJavaHome, options, archived);
    }

    /** The same without archives. */
    public Launch unarchived() {
        return new Launch(javaHome, options, false);
    }

    /** The same with one more option. An agent changes classes, and a JVM 17 crashed when they came from an archive. */
    Launch with(String option) {
        return new Launch(
                javaHome,
                Stream.concat(options.stream(), Stream.of(option)).toList(),
                archived && !option.startsWith("-javaagent"));
    }

    private static Path ownJava() {
        return Path.of(System.getProperty("java.home"));
    }
}
