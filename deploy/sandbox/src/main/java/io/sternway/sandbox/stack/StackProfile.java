package io.sternway.sandbox.stack;

/**
 * What a stack is for: to be tried, or measured as it would run in production.
 *
 * @param launch which JVM runs the services
 * @param durable whether a commit is on the disk when Postgres confirms it; if not, it survives the end of Postgres'
 *     processes but not that of the machine
 */
public record StackProfile(Launch launch, boolean durable) {

    /** To be tried: quick to start, and easy on the machine. */
    public static StackProfile sandbox() {
        return new StackProfile(Launch.small(), false);
    }

    /** As in production. */
    public static StackProfile production() {
        return new StackProfile(Launch.lasting(), true);
    }

    /** The same, with one more option for each JVM. */
    public StackProfile with(String jvmOption) {
        return new StackProfile(launch.with(jvmOption), durable);
    }
}
