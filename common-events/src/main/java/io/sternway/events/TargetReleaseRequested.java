package io.sternway.events;

import java.time.Duration;
import java.util.List;

/**
 * The targets are Sternway's no longer: a cluster left its stage.
 *
 * @param command the command's id
 * @param project the project
 * @param promotion the promotion
 * @param mode whether what was applied stays
 * @param deadline how long the executor may try, from the receipt of the command
 * @param targets the clusters; the epoch is newly drawn, so that older work stops
 */
public record TargetReleaseRequested(
        String command, String project, String promotion, Mode mode, Duration deadline, List<TargetEpoch> targets) {

    public TargetReleaseRequested {
        targets = List.copyOf(targets);
    }

    /** What happens to the objects. */
    public enum Mode {
        /** They stay, only our label and inventory go. */
        Keep,
        /** They are deleted as by a prune. */
        Withdraw
    }
}
