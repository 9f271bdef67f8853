package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.AuditEntry;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.Reachability;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The record of a change of a cluster's reachability (H11), for the stream of the whole fleet. */
public final class ReachabilityRecord {

    private ReachabilityRecord() {}

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
                AuditKind.cluster,
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
