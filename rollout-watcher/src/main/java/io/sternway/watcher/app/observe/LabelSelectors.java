package io.sternway.watcher.app.observe;

import io.sternway.watcher.domain.observed.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Label selectors as they stand in objects, as they stand in URLs. */
final class LabelSelectors {

    private LabelSelectors() {}

    /** The text form; null for a selector that selects nothing in particular. */
    static @Nullable String of(Json selector) {
        List<String> parts = new ArrayList<>();
        selector.texts("matchLabels").forEach((key, value) -> parts.add(key + "=" + value));
        for (Json expression : selector.items("matchExpressions")) {
            String key = expression.text("key");
            String operator = expression.text("operator");
            String values = String.join(",", expression.strings("values"));
            if (key == null || operator == null) {
                continue;
            }
            switch (operator) {
                case "Exists" -> parts.add(key);
                case "DoesNotExist" -> parts.add("!" + key);
                default -> parts.add(key + " " + operator.toLowerCase(Locale.ROOT) + " (" + values + ")");
            }
        }
        return parts.isEmpty() ? null : String.join(",", parts);
    }
}
