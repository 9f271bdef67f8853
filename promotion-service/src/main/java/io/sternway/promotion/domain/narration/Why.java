package io.sternway.promotion.domain.narration;

import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditReason;
import java.util.Map;

/**
 * Why something is done.
 *
 * @param reason from the closed list
 * @param message a sentence for people
 * @param actor who decides: the system, or a policy of the document
 * @param details for the audit record
 */
public record Why(AuditReason reason, String message, Actor actor, Map<String, Object> details) {

    /** It follows from facts and time. */
    public static Why of(AuditReason reason, String message) {
        return new Why(reason, message, Actor.SYSTEM, Map.of());
    }

    /** It follows from facts and time, and there is more to know. */
    public static Why of(AuditReason reason, String message, Map<String, Object> details) {
        return new Why(reason, message, Actor.SYSTEM, details);
    }

    /** With more words. */
    public Why and(String words) {
        return new Why(reason, message + words, actor, details);
    }

    /** With a reason that says more. */
    public Why as(AuditReason other) {
        return new Why(other, message, actor, details);
    }
}
