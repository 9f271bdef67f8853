package io.sternway.executor.kubernetes.api;

import io.sternway.executor.app.AttemptEnded;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;

/** How an answer ends an attempt (X4). */
public final class AnswerEnds {

    private AnswerEnds() {}

    /**
     * The cluster is tried again.
     *
     * @param outstanding whether the call was a write that may have taken effect
     */
    public static AttemptEnded retry(AnswerMeaning.TryAgain meaning, boolean outstanding) {
        return new AttemptEnded(new AttemptResult.RetryLater(
                meaning.reason(), meaning.message(), meaning.retryAfter(), false, outstanding, List.of()));
    }

    /**
     * The end by a call that is not about the snapshot's content: a refusal of it is no evidence.
     *
     * @param object what the call was about
     * @param otherwise the reason if the answer neither asks to be tried again nor refuses: it is tried again soon
     */
    public static AttemptEnded end(ObjectName object, Failed failed, DeploymentReason otherwise, String message) {
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.TryAgain again) {
            return retry(again, failed.outcomeUnknown());
        }
        return meaning instanceof AnswerMeaning.Refused refused
                ? AttemptEnded.refused(ObjectFaults.refused(object, refused.withoutEvidence()))
                : AttemptEnded.soon(otherwise, message);
    }
}
