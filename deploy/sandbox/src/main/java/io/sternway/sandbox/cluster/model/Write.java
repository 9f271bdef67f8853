package io.sternway.sandbox.cluster.model;

/**
 * Who writes, and how.
 *
 * @param manager field manager
 * @param dryRun say what would happen, store nothing
 */
public record Write(String manager, boolean dryRun) {
    public static Write by(String manager) {
        return new Write(manager, false);
    }
}
