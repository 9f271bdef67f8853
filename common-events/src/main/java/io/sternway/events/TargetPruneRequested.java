package io.sternway.events;

import java.time.Duration;
import java.util.List;

/**
 * The targets are healthy at this epoch (or a rollback's deadline has come): what the snapshot no longer has may go
 * (K5).
 *
 * @param command the command's id
 * @param project the project
 * @param promotion the promotion
 * @param stage the stage
 * @param deadline how long the executor may try, from the receipt of the command
 * @param targets the clusters and the epoch that each holds; a target that has a newer epoch ignores it
 */
public record TargetPruneRequested(
        String command, String project, String promotion, String stage, Duration deadline, List<TargetEpoch> targets) {

    public TargetPruneRequested {
        targets = List.copyOf(targets);
    }
}
