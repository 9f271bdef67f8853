package io.sternway.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a snapshot is applied (K4, K6).
 *
 * @param conflicts what to do with a field that another manager owns
 * @param adoptFrom field managers whose entries are taken over at a target's first apply; empty: none
 * @param undo field managers whose leftovers a rollback takes away, beside those of people's tools (K8); absent: none
 * @param helmHooks what to do with objects that carry {@code helm.sh/hook}
 */
public record ApplyOptions(
        Conflicts conflicts,
        List<String> adoptFrom,
        @Nullable List<String> undo,
        HelmHooks helmHooks) {

    public ApplyOptions {
        adoptFrom = List.copyOf(adoptFrom);
        undo = undo == null ? null : List.copyOf(undo);
    }

    /** K4. */
    public enum Conflicts {
        /** Say which field and manager, and change nothing. */
        Fail,
        /** Take the field over. */
        Force
    }

    /** K6. */
    public enum HelmHooks {
        /** The document is refused. */
        Refuse,
        /** Such objects are left out. */
        Ignore
    }
}
