package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;

/** Ends an attempt from wherever it is. A {@link Delivery} makes it the attempt's result and never lets it out. */
public final class AttemptEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final AttemptResult result;

    public AttemptEnded(AttemptResult result) {
        super(null, null, false, false);
        this.result = result;
    }

    /** How the attempt ended. */
    public AttemptResult result() {
        return result;
    }

    /** It is waited for something that takes a moment. */
    public static AttemptEnded soon(DeploymentReason reason, String message) {
        return new AttemptEnded(new AttemptResult.RetryLater(reason, message, null, true, false, List.of()));
    }

    /** The worker is to stop. */
    public static AttemptEnded stopped(DeploymentReason reason) {
        return new AttemptEnded(new AttemptResult.Stopped(reason, List.of()));
    }

    /** Something stands against objects; there is at least one fault. */
    public static AttemptEnded refused(List<Fault> faults) {
        return new AttemptEnded(AttemptResult.Refused.by(faults));
    }

    /** Which of several ends counts, the highest: to stop, then to try again, which will show the others again. */
    public int weight() {
        if (result instanceof AttemptResult.Stopped) {
            return 2;
        }
        return result instanceof AttemptResult.RetryLater ? 1 : 0;
    }
}
