package io.sternway.executor.kubernetes;

import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Fault;
import io.sternway.executor.domain.target.Note;
import java.util.List;

/** Ends an attempt from wherever it is. Never leaves this package. */
final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final Attempt attempt;

    private Ended(Attempt attempt) {
        super(null, null, false, false);
        this.attempt = attempt;
    }

    Attempt attempt() {
        return attempt;
    }

    static Ended with(Attempt attempt) {
        return new Ended(attempt);
    }

    /** It is waited for something that takes a moment. */
    static Ended soon(String reason, String message) {
        return new Ended(new Attempt.Again(reason, message, null, true, false, List.of()));
    }

    static Ended tryAgain(Meaning.TryAgain meaning, boolean outcomeUnknown) {
        return new Ended(new Attempt.Again(
                meaning.reason(), meaning.message(), meaning.retryAfter(), false, outcomeUnknown, List.of()));
    }

    static Ended stopped(String reason) {
        return new Ended(new Attempt.Stopped(reason, false, List.of()));
    }

    static Ended refused(List<Fault> faults) {
        Fault first = faults.get(0);
        boolean alike = faults.stream().allMatch(fault -> fault.reason().equals(first.reason()));
        String message = first.object() + ": " + first.message();
        if (faults.size() > 1) {
            message = faults.size() + " faults, the first: " + message;
        }
        return new Ended(new Attempt.Refused(alike ? first.reason() : "SeveralFaults", message, faults, List.of()));
    }

    /** The same end, with what was done before. */
    Attempt after(List<Note> notes) {
        if (attempt instanceof Attempt.Again again) {
            return new Attempt.Again(
                    again.reason(), again.message(), again.retryAfter(), again.soon(), again.outstanding(), notes);
        }
        if (attempt instanceof Attempt.Refused refused) {
            return new Attempt.Refused(refused.reason(), refused.message(), refused.faults(), notes);
        }
        return attempt instanceof Attempt.Stopped stopped
                ? new Attempt.Stopped(stopped.reason(), stopped.outstanding(), notes)
                : attempt;
    }

    /** Which of several ends counts: to stop, then to try again, which will show the others again. */
    int weight() {
        if (attempt instanceof Attempt.Stopped) {
            return 2;
        }
        return attempt instanceof Attempt.Again ? 1 : 0;
    }
}
