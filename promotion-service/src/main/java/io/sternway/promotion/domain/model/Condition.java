package io.sternway.promotion.domain.model;

import java.time.Instant;

/**
 * A condition after Kubernetes' conventions: it stands beside the phase, so that coming back needs no memory.
 *
 * @param type what it says
 * @param status whether it holds
 * @param reason CamelCase
 * @param message for people
 * @param lastTransitionTime when the status last changed
 */
public record Condition(Type type, boolean status, String reason, String message, Instant lastTransitionTime) {

    /** The types of conditions. */
    public enum Type {
        Progressing,
        Available,
        Degraded,
        Blocked,
        Stale,
        RolledBack
    }
}
