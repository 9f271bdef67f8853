package io.sternway.systemtests.history.check;

import io.sternway.events.PromotionRef;
import io.sternway.systemtests.environment.TestEnvironment;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where a history is read, and how much of it.
 *
 * @param environment where it happened
 * @param promotions those that are looked at, by key; what belongs to none of them is left out unless it is whole
 * @param whole whether everything is looked at
 */
record HistoryScope(TestEnvironment environment, Predicate<String> promotions, boolean whole) {

    static HistoryScope whole(TestEnvironment environment) {
        return new HistoryScope(environment, key -> true, true);
    }

    /** Their project's stream of refused requests is looked at too: that of a promotion without any other is there. */
    static HistoryScope only(TestEnvironment environment, Set<PromotionRef> promotions) {
        Set<String> keys = new HashSet<>();
        promotions.forEach(promotion -> {
            keys.add(promotion.key());
            keys.add(promotion.project() + "/_rejected");
        });
        return new HistoryScope(environment, keys::contains, false);
    }

    /** Whether a record's or row's key, of a promotion or of a target, is looked at. */
    boolean covers(String key) {
        if (whole) {
            return true;
        }
        String[] parts = key.split("/", -1);
        return promotions.test(parts.length == 3 ? parts[1] + "/" + parts[2] : key);
    }
}
