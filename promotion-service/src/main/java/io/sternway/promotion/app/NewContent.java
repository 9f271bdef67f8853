package io.sternway.promotion.app;

import java.util.Map;

/**
 * The content of a revision that may be new.
 *
 * @param normalised the whole normalised content, canonical JSON
 * @param snapshots what each stage applies, canonical JSON, by hash
 */
public record NewContent(String normalised, Map<String, String> snapshots) {

    public NewContent {
        snapshots = Map.copyOf(snapshots);
    }
}
