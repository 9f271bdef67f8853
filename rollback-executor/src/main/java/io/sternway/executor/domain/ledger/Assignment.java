package io.sternway.executor.domain.ledger;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.vocabulary.Purpose;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one command wants of one target.
 *
 * @param epoch the epoch drawn for this target and dispatch
 * @param command the command's id
 * @param purpose why
 * @param withdraw for a release whether objects go; else they stay
 * @param stage the stage
 * @param revision the revision; 0 for a release
 * @param snapshot the snapshot's hash; empty for a release
 * @param contentHash the hash of the content after substitution; empty for a release
 * @param labels the cluster's labels to be substituted, and nothing newer
 * @param policy how to apply
 * @param mends whether what the target was sent last did not succeed (K11, K17); absent: it did, or it is a rollback
 * @param health what is to be looked at afterwards: handed on as it came
 * @param run the run that it belongs to, if any
 * @param cause the id of the event that brought it
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false)
public record Assignment(
        long epoch,
        String command,
        Purpose purpose,
        boolean withdraw,
        String stage,
        long revision,
        String snapshot,
        String contentHash,
        Map<String, String> labels,
        ApplyPolicy policy,
        @Nullable Boolean mends,
        String health,
        @Nullable String run,
        String cause) {

    public Assignment {
        labels = Map.copyOf(labels);
    }

    /** Whether something may stand in the way that is to be mended: in a rollback always. */
    public boolean mayMend() {
        return purpose == Purpose.Rollback || Boolean.TRUE.equals(mends);
    }

    /** Whether the target is to be let go. */
    public boolean letsGo() {
        return purpose == Purpose.Release;
    }

    /**
     * How a snapshot is applied (K4, K6).
     *
     * @param force whether fields that other managers own are taken over; a rollback always does
     * @param adoptFrom managers whose entries are taken over at the first apply
     * @param ignoreHelmHooks whether Helm's hooks are left out instead of refused
     */
    public record ApplyPolicy(boolean force, List<String> adoptFrom, boolean ignoreHelmHooks) {
        public ApplyPolicy {
            adoptFrom = List.copyOf(adoptFrom);
        }
    }
}
