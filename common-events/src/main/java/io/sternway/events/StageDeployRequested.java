package io.sternway.events;

import io.sternway.settings.ApplyOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * These targets are to hold this snapshot: one wave of a stage, a cluster that joined, or an owed target.
 *
 * @param command the command's id; a repetition has the same
 * @param project the project
 * @param promotion the promotion
 * @param stage the stage
 * @param run the run that it belongs to; absent for a cluster that joined a settled stage
 * @param revision the revision
 * @param snapshot the hash of the content, see {@link SnapshotPublished}
 * @param deadline how long the executor may try, from the receipt of the command
 * @param targets the clusters, at least one
 * @param mends whether what these targets were sent last did not succeed there: then what may stand in the way of the snapshot
 *     is mended as in a rollback (K11, K17); absent: it did
 * @param apply how to apply
 * @param health what to look at afterwards
 */
public record StageDeployRequested(
        String command,
        String project,
        String promotion,
        String stage,
        @Nullable String run,
        long revision,
        String snapshot,
        Duration deadline,
        List<CommandTarget> targets,
        @Nullable Boolean mends,
        ApplyOptions apply,
        HealthOptions health) {

    public StageDeployRequested {
        targets = List.copyOf(targets);
    }
}
