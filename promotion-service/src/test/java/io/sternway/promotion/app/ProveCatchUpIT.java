package io.sternway.promotion.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ProveCatchUpIT extends Running {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Inject
    ProveCatchUp.Proofs proofs;

    /** Partitions are proven when the test says so. */
    private static final class Told implements CatchUp {

        private final Map<Integer, Instant> asked = new HashMap<>();
        private final Set<Integer> read = new HashSet<>();

        @Override
        public void ask(Set<Integer> partitions, Instant at) {
            partitions.forEach(partition -> asked.putIfAbsent(partition, at));
        }

        @Override
        public boolean isAsked() {
            return !asked.isEmpty();
        }

        @Override
        public Map<Integer, Instant> proven() {
            Map<Integer, Instant> proven = new HashMap<>(asked);
            proven.keySet().retainAll(read);
            asked.keySet().removeAll(proven.keySet());
            return proven;
        }
    }

    @Test
    @DisplayName("A8 each promotion goes on when its own partitions are proven, whatever the others wait for")
    void eachPromotionGoesOnWhenItsOwnPartitionsAreProven() {
        fleet("proof");
        for (String key : new String[] {"proof/one", "proof/two", "proof/both"}) {
            String name = key.substring("proof/".length());
            services.request(
                    key,
                    "proof-" + name,
                    Documents.twoStages("proof", "proof", "1").replace("name: proof,", "name: " + name + ","));
            eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase(key)));
        }
        database().execute("UPDATE promotion SET next_due_at = NULL, updated_at = 'epoch' WHERE project = 'proof'");
        Told told = new Told();
        ProveCatchUp prove = new ProveCatchUp(told, proofs);
        prove.ask(Map.of("proof/one", Set.of(101), "proof/two", Set.of(102), "proof/both", Set.of(101, 102)), NOW);

        prove.look();
        assertFalse(database().holds("SELECT EXISTS (SELECT 1 FROM partition_catch_up WHERE partition > 100)"));

        told.read.add(101);
        prove.look();
        eventually().until(() -> decided("proof/one"));
        assertFalse(decided("proof/two") || decided("proof/both"));
        assertTrue(database()
                .holds("SELECT caught_up_at = '2026-01-01T00:00:00Z' FROM partition_catch_up WHERE partition = 101"));

        told.read.add(102);
        prove.look();
        eventually().until(() -> decided("proof/two") && decided("proof/both"));
    }

    private boolean decided(String key) {
        return database().holds("SELECT updated_at > 'epoch' FROM promotion WHERE promotion = '" + key + "'");
    }
}
