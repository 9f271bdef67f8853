package io.sternway.events;

import io.sternway.settings.ApplyOptions;
import java.time.Duration;
import java.util.List;

/**
 * These targets are to hold an earlier snapshot again: the same work as {@link StageDeployRequested}, with the
 * differences of K4 to K7.
 *
 * @param command the command's id; a repetition has the same
 * @param rollback the rollback that it belongs to
 * @param project the project
 * @param promotion the promotion
 * @param stage the stage
 * @param run the run whose failure is undone
 * @param fromRevision the revision that failed
 * @param revision the revision that is restored
 * @param snapshot the hash of the content, see {@link SnapshotPublished}
 * @param deadline how long the executor may try, from the receipt of the command
 * @param targets the clusters, with the inputs recorded when they last held this revision; at least one
 * @param apply how to apply; conflicts are forced whatever it says (K4)
 * @param health what to look at afterwards
 */
public record RollbackRequested(
        String command,
        String rollback,
        String project,
        String promotion,
        String stage,
        String run,
        long fromRevision,
        long revision,
        String snapshot,
        Duration deadline,
        List<CommandTarget> targets,
        ApplyOptions apply,
        HealthOptions health) {

    public RollbackRequested {
        targets = List.copyOf(targets);
    }
}
