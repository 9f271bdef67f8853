package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.vocabulary.PruneState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of objects that the snapshot no longer has; it belongs to the newest epoch.
 *
 * @param state how far it has come
 * @param retained objects that are kept by rule
 * @param remaining objects that should go and have not
 * @param message what stands against it
 */
public record Prune(
        PruneState state,
        List<ObjectName> retained,
        List<ObjectName> remaining,
        @Nullable String message) {
    /** Not asked for. */
    public static final Prune NONE = new Prune(PruneState.None, List.of(), List.of(), null);

    public Prune {
        retained = List.copyOf(retained);
        remaining = List.copyOf(remaining);
    }

    /** As far as it has come, in another state or with other words. */
    Prune withState(PruneState newState, @Nullable String newMessage) {
        return new Prune(newState, retained, remaining, newMessage);
    }
}
