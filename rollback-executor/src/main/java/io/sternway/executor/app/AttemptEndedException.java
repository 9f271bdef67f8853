package io.sternway.executor.app;

import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;

/** Ends an attempt from wherever it is. A {@link Delivery} makes it the attempt's result and never lets it out. */
public final class AttemptEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final AttemptResult result;

    public AttemptEndedException(AttemptResult result) {
        super(null, null, true, false);
        this.result = result;
    }

    /** How the attempt ended. */
    public AttemptResult result() {
        return result;
    }

    /**
     * The cluster is tried again (X4).
     *
     * @param outstanding whether the call was a write that may have taken effect
     */
    public static AttemptEndedException retry(AnswerMeaning.TryAgain meaning, boolean outstanding) {
        return new AttemptEndedException(new AttemptResult.RetryLater(
                meaning.reason(), meaning.message(), meaning.retryAfter(), false, outstanding, List.of()));
    }

    /** It is waited for something that takes a moment. */
    public static AttemptEndedException soon(DeploymentReason reason, String message) {
        return new AttemptEndedException(new AttemptResult.RetryLater(reason, message, null, true, false, List.of()));
    }

    /** The worker is to stop. */
    public static AttemptEndedException stopped(DeploymentReason reason) {
        return new AttemptEndedException(new AttemptResult.Stopped(reason, List.of()));
    }

    /** Something stands against objects; there is at least one fault. */
    public static AttemptEndedException refused(List<Fault> faults) {
        return new AttemptEndedException(AttemptResult.Refused.by(faults));
    }

    /**
     * Of this and those that it suppresses the one that counts: to stop, then to try again, which will show the others again.
     *
     * @throws IllegalStateException if it suppresses what ended no attempt, but failed
     */
    public AttemptEndedException weightiest() {
        AttemptEndedException weightiest = this;
        for (Throwable other : getSuppressed()) {
            if (!(other instanceof AttemptEndedException one)) {
                throw new IllegalStateException(other);
            }
            weightiest = one.weight() > weightiest.weight() ? one : weightiest;
        }
        return weightiest;
    }

    private int weight() {
        if (result instanceof AttemptResult.Stopped) {
            return 2;
        }
        return result instanceof AttemptResult.RetryLater ? 1 : 0;
    }
}
