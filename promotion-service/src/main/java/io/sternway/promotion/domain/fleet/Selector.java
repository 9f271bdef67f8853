package io.sternway.promotion.domain.fleet;

import java.util.Map;

/**
 * Chooses clusters by their labels.
 *
 * @param matchLabels all of them must be there with that value; empty: every cluster
 */
public record Selector(Map<String, String> matchLabels) {

    public Selector {
        matchLabels = Map.copyOf(matchLabels);
    }

    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream()
                .allMatch(e -> e.getValue().equals(labels.get(e.getKey())));
    }
}
