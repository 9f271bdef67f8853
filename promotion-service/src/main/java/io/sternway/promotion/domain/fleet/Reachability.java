package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.Actor;
import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.AuditReason;
import io.sternway.promotion.domain.AuditType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a cluster can be looked at (H11); names as in the contract. */
public enum Reachability {
    Healthy,
    Unreachable,
    /** Never looked at, or silent: the fault may be ours. */
    Unknown;

    /**
     * The record of a change, for the stream of the whole fleet. It decides nothing: what is decided rests on reports.
     *
     * @param cluster the cluster
     * @param from the state before
     * @param to the state now
     * @param reason why, CamelCase
     * @param message for people
     * @param event the event that brought it
     */
    public static AuditEntry changed(
            String cluster,
            Reachability from,
            Reachability to,
            @Nullable String reason,
            @Nullable String message,
            String event) {
        String why = message == null ? reason : message;
        String words = switch (to) {
            case Healthy -> "Cluster " + cluster + " is reached.";
            case Unreachable -> "Cluster " + cluster + " is not reached" + (why == null ? "." : ": " + why + ".");
            case Unknown ->
                "Whether cluster " + cluster + " is reached is unknown" + (why == null ? "." : ": " + why + ".");
        };
        AuditReason because = switch (to) {
            case Healthy -> AuditReason.Reachable;
            case Unreachable -> AuditReason.Unreachable;
            case Unknown -> AuditReason.Unknown;
        };
        return new AuditEntry(
                AuditType.ClusterReachabilityChanged,
                AuditEntry.Kind.cluster,
                null,
                null,
                null,
                cluster,
                from.name(),
                to.name(),
                because,
                words,
                Actor.SYSTEM,
                reason == null ? Map.of() : Map.of("cause", reason),
                event);
    }
}
