package io.sternway.events;

/**
 * No target holds or will hold this snapshot again (R27); the executor may forget it.
 *
 * @param project the project
 * @param promotion the promotion
 * @param snapshot the snapshot's hash
 */
public record SnapshotRetired(String project, String promotion, String snapshot) {}
