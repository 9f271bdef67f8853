package io.sternway.sandbox.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which JVM runs a service, with which options, and from which packaging.
 *
 * @param javaHome the JDK's folder
 * @param options options of the JVM, besides the heap's size
 * @param packaging the folder below a module's {@code target} that has {@code quarkus-run.jar}
 */
public record Launch(Path javaHome, List<String> options, String packaging) {

    /** Where the build puts a service. */
    public static final String FAST_JAR = "quarkus-app";

    public Launch {
        options = List.copyOf(options);
    }

    /** As the sandbox does: on this process' own JDK, quick to start and small. */
    public static Launch small() {
        return new Launch(ownJava(), List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), FAST_JAR);
    }

    /** For work that lasts: on this process' own JDK, with its optimising compiler. */
    public static Launch lasting() {
        return new Launch(ownJava(), List.of("-XX:+UseSerialGC"), FAST_JAR);
    }

    Launch with(String option) {
        return new Launch(
                javaHome, Stream.concat(options.stream(), Stream.of(option)).toList(), packaging);
    }

    private static Path ownJava() {
        return Path.of(System.getProperty("java.home"));
    }
}
