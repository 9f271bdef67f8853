package io.sternway.promotion.domain.model.targets;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest dispatch to a target: what it should hold. Deadlines are fixed here.
 *
 * @param epoch drawn for this dispatch
 * @param purpose why
 * @param revision what it is to hold
 * @param snapshot the content's hash
 * @param labels the inputs that the executor substitutes
 * @param run the run that asked for it; absent for a joined cluster
 * @param rollback the rollback that asked for it; absent for others
 * @param command the command's id
 * @param dispatchedAt when this epoch was dispatched
 * @param clockFrom from when the deadline runs: the first dispatch of this purpose; a repetition after
 *     StageDeployStopped keeps it
 * @param progressDeadline how long it may take (R8)
 * @param minSuccessTime how long it must be healthy (R10)
 * @param attempt counts the dispatches of this purpose from 1
 * @param returns how often its cluster had come back when this epoch was dispatched; 0 where no version has noted it
 * @param deadlineMet the target was healthy when its deadline came (R8 is then done with)
 * @param cancelled we cancelled it: an answer "stopped" is expected
 * @param mends what was sent before it did not succeed there (K11, K17); absent: it did, or it is a rollback
 */
@RecordBuilder
public record Desired(
        long epoch,
        Purpose purpose,
        long revision,
        String snapshot,
        Map<String, String> labels,
        @Nullable Long run,
        @Nullable String rollback,
        String command,
        Instant dispatchedAt,
        Instant clockFrom,
        Duration progressDeadline,
        Duration minSuccessTime,
        int attempt,
        long returns,
        boolean deadlineMet,
        boolean cancelled,
        @Nullable Boolean mends)
        implements DesiredBuilder.With {

    public Desired {
        labels = Map.copyOf(labels);
    }

    /** The target was healthy when its deadline came. */
    public Desired metDeadline() {
        return withDeadlineMet(true);
    }

    /** An answer "stopped" is expected. */
    public Desired cancelledByUs() {
        return withCancelled(true);
    }
}
