package io.sternway.sandbox.stack;

/**
 * On what a stack stands.
 *
 * @param launch which JVM runs the services
 * @param durable whether a commit is on the disk when Postgres confirms it; if not, it survives the end of Postgres'
 *     processes but not that of the machine
 */
public record Footing(Launch launch, boolean durable) {

    /** Quick to start, and easy on the machine. */
    public static Footing sandbox() {
        return new Footing(Launch.small(), false);
    }

    /** As in production. */
    public static Footing production() {
        return new Footing(Launch.lasting(), true);
    }

    /** The same, with one more option for each JVM. */
    public Footing with(String jvmOption) {
        return new Footing(launch.with(jvmOption), durable);
    }
}
