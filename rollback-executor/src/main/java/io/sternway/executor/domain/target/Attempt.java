package io.sternway.executor.domain.target;

import io.sternway.executor.domain.content.ObjectName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one attempt of a worker ended. */
public sealed interface Attempt {

    /** Everything is applied; for a release: let go. */
    record Done(List<AppliedObject> objects, List<Note> notes) implements Attempt {}

    /** It cannot be applied. */
    record Refused(String reason, String message, List<Fault> faults, List<Note> notes) implements Attempt {}

    /**
     * Nothing is known to be wrong; it is tried again.
     *
     * @param reason CamelCase
     * @param message for people
     * @param retryAfter what the API server asked for
     * @param soon whether it is only waited for something that takes a moment: no growing backoff
     * @param outstanding whether the answer to a write is missing
     * @param notes what was done before it ended: the next attempt will not find it again
     */
    record Again(
            String reason,
            String message,
            @Nullable Duration retryAfter,
            boolean soon,
            boolean outstanding,
            List<Note> notes)
            implements Attempt {}

    /** The worker was told to stop, or its lease or the command's deadline ran out, or it found itself fenced. */
    record Stopped(String reason, boolean outstanding, List<Note> notes) implements Attempt {}

    /** The snapshot is not here. */
    record SnapshotMissing() implements Attempt {}

    /** A prune has come this far; it is over when nothing remains. */
    record Pruned(
            List<ObjectName> retained,
            List<ObjectName> remaining,
            @Nullable String message,
            boolean refused) implements Attempt {}

    /**
     * StatefulSets were looked after (K7).
     *
     * @param settled whether none can wait for a broken Pod of an abandoned revision any more
     * @param notes what was done
     */
    record Mended(boolean settled, List<Note> notes) implements Attempt {}
}
