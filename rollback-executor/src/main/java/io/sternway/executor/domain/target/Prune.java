package io.sternway.executor.domain.target;

import io.sternway.executor.domain.content.ObjectName;
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
        State state,
        List<ObjectName> retained,
        List<ObjectName> remaining,
        @Nullable String message) {
    /** Not asked for. */
    public static final Prune NONE = new Prune(State.NONE, List.of(), List.of(), null);

    public Prune {
        retained = List.copyOf(retained);
        remaining = List.copyOf(remaining);
    }

    /** How far a prune has come. */
    public enum State {
        NONE,
        PENDING,
        DONE,
        FAILED
    }
}
