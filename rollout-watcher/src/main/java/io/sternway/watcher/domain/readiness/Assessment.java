package io.sternway.watcher.domain.readiness;

import io.sternway.vocabulary.ObjectStatus;
import io.sternway.watcher.domain.observed.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one object looks like.
 *
 * @param status by kstatus
 * @param reason CamelCase; absent where the status says it all
 * @param message for people; the same for the same state, so that nothing seems to change where nothing does
 * @param workload numbers, for kinds that run Pods
 */
public record Assessment(
        ObjectStatus status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable Workload workload) {

    static Assessment current(String message) {
        return new Assessment(ObjectStatus.Current, null, message, null);
    }

    /** It is not as it should be yet. */
    static Assessment inProgress(UnreadyReason reason, String message) {
        return inProgress(reason.name(), message);
    }

    /** The same in the words of a condition, which may give no reason. */
    static Assessment inProgress(UnreadyReason otherwise, Json condition) {
        return inProgress(condition.textOr(otherwise.name(), "reason"), condition.textOr("", "message"));
    }

    /** The same, for a reason that the cluster gave. */
    static Assessment inProgress(String reason, String message) {
        return new Assessment(ObjectStatus.InProgress, reason, message, null);
    }

    /** What {@link #fewer} says; empty if there are enough. */
    static Optional<Assessment> ifFewer(UnreadyReason less, long are, long wanted) {
        return are < wanted ? Optional.of(fewer(less, are, wanted)) : Optional.empty();
    }

    /** Fewer are as they should be than are wanted: the reason is {@code Less} and what they lack. */
    static Assessment fewer(UnreadyReason less, long are, long wanted) {
        return inProgress(less, less.name().substring("Less".length()) + ": " + are + "/" + wanted);
    }

    static Assessment extraPods(int number) {
        return inProgress(UnreadyReason.ExtraPods, "Pending termination: " + number);
    }

    /** It failed, in the words of a condition, which may give no reason. */
    static Assessment failed(UnreadyReason otherwise, Json condition) {
        return failed(condition.textOr(otherwise.name(), "reason"), condition.textOr("", "message"));
    }

    /** It failed, whatever was before. */
    static Assessment failed(String reason, String message) {
        return new Assessment(ObjectStatus.Failed, reason, message, null);
    }

    /** It is not there, or another one stands in its place. */
    static Assessment notFound(@Nullable String reason, String message) {
        return new Assessment(ObjectStatus.NotFound, reason, message, null);
    }

    /** It is of a kind that is never read: a Secret. */
    public static Assessment notRead() {
        return new Assessment(ObjectStatus.Current, "NotRead", "Secrets are not read", null);
    }

    /** It could not be read (H4). */
    public static Assessment unknown(String reason, String message) {
        return new Assessment(ObjectStatus.Unknown, reason, message, null);
    }

    /** Whether its controller has not yet seen what stands there now (H16). */
    public boolean unobserved() {
        return UnreadyReason.LatestGenerationNotObserved.name().equals(reason)
                || UnreadyReason.NoObservedGeneration.name().equals(reason)
                || UnreadyReason.GenerationNotSeen.name().equals(reason);
    }

    /** The same with something more to say. */
    public Assessment withNote(String note) {
        return new Assessment(status, reason, message == null ? note : message + "; " + note, workload);
    }

    /** The same with numbers. */
    Assessment with(@Nullable Workload numbers) {
        return new Assessment(status, reason, message, numbers);
    }
}
