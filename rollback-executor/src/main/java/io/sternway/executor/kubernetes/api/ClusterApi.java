package io.sternway.executor.kubernetes.api;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's Kubernetes API, call by call. Every call ends within the call's time-out, body included, and is made
 * once. Objects are JSON as maps. Implementations never throw for what a cluster does.
 */
public interface ClusterApi {

    /** Reads an object, or a list. */
    Reply get(String path);

    /** Server-side apply. */
    Reply apply(String path, Map<String, Object> object, String manager, boolean force, boolean dryRun);

    /** Creates an object in a collection. */
    Reply create(String collection, Map<String, Object> object, String manager, boolean dryRun);

    /** Replaces an object; its resourceVersion must be in it. */
    Reply replace(String path, Map<String, Object> object, String manager);

    /** A JSON patch. */
    Reply patch(String path, List<Map<String, Object>> operations, String manager);

    /**
     * Deletes an object in the background, dependants after it.
     *
     * @param uid only the object with this uid
     * @param resourceVersion only in this state; absent: in any
     */
    Reply delete(String path, String uid, @Nullable String resourceVersion);

    /** What came back. */
    sealed interface Reply {}

    /** A success: the object, list or Status that came back. */
    record Ok(Map<String, Object> object) implements Reply {}

    /**
     * No success.
     *
     * @param answer what the API server said, if it did
     * @param outcomeUnknown whether the request may have taken effect, or may still do so
     */
    record Failed(ApiAnswer answer, boolean outcomeUnknown) implements Reply {

        /** What it means for the attempt. */
        public AnswerMeaning meaning() {
            return AnswerMeaning.of(answer);
        }

        /**
         * How it ends an attempt if the call is not about the snapshot's content: a refusal of it is no evidence (X4).
         *
         * @param object what the call was about
         * @param otherwise the reason if the answer neither asks to be tried again nor refuses: it is tried again soon
         */
        public AttemptEndedException end(ObjectName object, DeploymentReason otherwise, String message) {
            AnswerMeaning meaning = meaning();
            if (meaning instanceof AnswerMeaning.TryAgain again) {
                return AttemptEndedException.retry(again, outcomeUnknown);
            }
            return meaning instanceof AnswerMeaning.Refused refused
                    ? AttemptEndedException.refused(ObjectFaults.refused(object, refused.withoutEvidence()))
                    : AttemptEndedException.soon(otherwise, message);
        }

        /** The same for a call that could change nothing. */
        public Failed ofRead() {
            return new Failed(answer, false);
        }
    }
}
