package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one attempt of a worker ended. */
public sealed interface AttemptResult {

    /**
     * Everything is applied; for a release: let go.
     *
     * @param exceptions in a rollback, what could not be put back (K10)
     */
    record Done(List<AppliedObject> objects, List<Note> notes, List<Fault> exceptions) implements AttemptResult {

        public Done(List<AppliedObject> objects, List<Note> notes) {
            this(objects, notes, List.of());
        }
    }

    /**
     * It cannot be applied.
     *
     * @param reason the API server's, or the name of a {@link DeploymentReason}
     */
    record Refused(String reason, String message, List<Fault> faults, List<Note> notes) implements AttemptResult {

        /** For what stands against single objects; there is at least one. */
        public static Refused by(List<Fault> faults) {
            Fault first = faults.get(0);
            boolean alike = faults.stream().allMatch(fault -> fault.reason().equals(first.reason()));
            String message = first.object() + ": " + first.message();
            if (faults.size() > 1) {
                message = faults.size() + " faults, the first: " + message;
            }
            String reason = alike ? first.reason() : DeploymentReason.SeveralFaults.name();
            return new Refused(reason, message, faults, List.of());
        }

        @Override
        public String why() {
            return reason;
        }

        @Override
        public AttemptResult after(List<Note> done) {
            return new Refused(reason, message, faults, done);
        }
    }

    /**
     * Nothing is known to be wrong; it is tried again.
     *
     * @param message for people
     * @param retryAfter what the API server asked for
     * @param soon whether it is only waited for something that takes a moment: no growing backoff
     * @param outstanding whether the answer to a write is missing
     * @param notes what was done before it ended: the next attempt will not find it again
     */
    record RetryLater(
            DeploymentReason reason,
            String message,
            @Nullable Duration retryAfter,
            boolean soon,
            boolean outstanding,
            List<Note> notes)
            implements AttemptResult {

        @Override
        public String why() {
            return reason.name();
        }

        @Override
        public AttemptResult after(List<Note> done) {
            return new RetryLater(reason, message, retryAfter, soon, outstanding, done);
        }
    }

    /** The worker was told to stop, or its lease or the command's deadline ran out, or it found itself fenced. */
    record Stopped(DeploymentReason reason, List<Note> notes) implements AttemptResult {

        @Override
        public String why() {
            return reason.name();
        }

        @Override
        public AttemptResult after(List<Note> done) {
            return new Stopped(reason, done);
        }
    }

    /**
     * It was over before it began, see {@link WorkMoves#isOver}.
     *
     * @param takenOver whether the worker before disappeared: what it had sent is unknown
     */
    record NotBegun(boolean takenOver) implements AttemptResult {}

    /** The snapshot is not here. */
    record SnapshotMissing() implements AttemptResult {}

    /** A prune has come this far; it is over when nothing remains. */
    record Pruned(
            List<ObjectName> retained,
            List<ObjectName> remaining,
            @Nullable String message,
            boolean refused) implements AttemptResult {}

    /**
     * StatefulSets were looked after (K7).
     *
     * @param settled whether none can wait for a broken Pod of an abandoned revision any more
     * @param notes what was done
     */
    record Mended(boolean settled, List<Note> notes) implements AttemptResult {}

    /** The reason, CamelCase; empty where there is none. */
    default String why() {
        return "";
    }

    /** The same, with what was done before it ended. */
    default AttemptResult after(List<Note> done) {
        return this;
    }
}
