package io.sternway.systemtests.history;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.events.PromotionRef;
import io.sternway.sandbox.stack.Stack;
import io.sternway.systemtests.ground.Ground;
import io.sternway.systemtests.ground.TopicRecorder;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Where a history is read, and how much of it.
 *
 * @param stack the services, broker and database
 * @param topics what was published
 * @param clients a client with all rights for each cluster, by its name
 * @param promotions those that are looked at, by key; what belongs to none of them is left out unless it is whole
 * @param whole whether everything is looked at
 */
record Site(
        Stack stack,
        TopicRecorder topics,
        Function<String, KubernetesClient> clients,
        Predicate<String> promotions,
        boolean whole) {

    static Site whole(Stack stack, TopicRecorder topics, Function<String, KubernetesClient> clients) {
        return new Site(stack, topics, clients, key -> true, true);
    }

    /** Their project's stream of refused requests is looked at too: that of a promotion without any other is there. */
    static Site only(Ground ground, Set<PromotionRef> promotions) {
        Set<String> keys = new HashSet<>();
        promotions.forEach(promotion -> {
            keys.add(promotion.key());
            keys.add(promotion.project() + "/_rejected");
        });
        return new Site(ground.stack(), ground.topics(), ground::client, keys::contains, false);
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
