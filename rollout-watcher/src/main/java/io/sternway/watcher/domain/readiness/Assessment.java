package io.sternway.watcher.domain.readiness;

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
        Status status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable Workload workload) {

    static Assessment current(String message) {
        return new Assessment(Status.Current, null, message, null);
    }

    static Assessment inProgress(String reason, String message) {
        return new Assessment(Status.InProgress, reason, message, null);
    }

    static Assessment failed(String reason, String message) {
        return new Assessment(Status.Failed, reason, message, null);
    }

    /** It is not there, or another one stands in its place. */
    public static Assessment notFound(@Nullable String reason, String message) {
        return new Assessment(Status.NotFound, reason, message, null);
    }

    /** It is of a kind that is never read: a Secret. */
    public static Assessment notRead() {
        return new Assessment(Status.Current, "NotRead", "Secrets are not read", null);
    }

    /** It could not be read (H4). */
    public static Assessment unknown(String reason, String message) {
        return new Assessment(Status.Unknown, reason, message, null);
    }

    /** The same with something more to say. */
    public Assessment withNote(String note) {
        return new Assessment(status, reason, message == null ? note : message + "; " + note, workload);
    }

    Assessment with(@Nullable Workload numbers) {
        return new Assessment(status, reason, message, numbers);
    }
}
