package io.sternway.settings;

import java.util.List;

/**
 * How a snapshot is applied (K4, K6).
 *
 * @param conflicts what to do with a field that another manager owns
 * @param adoptFrom field managers whose entries are taken over at a target's first apply; empty: none
 * @param helmHooks what to do with objects that carry {@code helm.sh/hook}
 */
public record ApplyOptions(Conflicts conflicts, List<String> adoptFrom, HelmHooks helmHooks) {

    public ApplyOptions {
        adoptFrom = List.copyOf(adoptFrom);
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
