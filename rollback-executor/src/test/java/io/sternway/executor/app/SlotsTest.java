package io.sternway.executor.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X1")
class SlotsTest {

    @Test
    @DisplayName("X1 workers are bounded in all and for each cluster")
    void workersAreBounded() {
        Slots slots = new Slots(8, 2);
        slots.take("a");
        slots.take("a");
        slots.take("b");
        assertEquals(5, slots.free());
        assertEquals(Map.of("a", 0, "b", 1), slots.freeAt());
        slots.giveBack("a", true);
        assertEquals(Map.of("a", 1, "b", 1), slots.freeAt());
    }

    @Test
    @DisplayName("X1 a cluster that does not answer gets one worker until it does")
    void aSilentClusterGetsOneWorker() {
        Slots slots = new Slots(8, 4);
        slots.take("dead");
        slots.giveBack("dead", false);
        assertEquals(Map.of("dead", 1), slots.freeAt());
        slots.take("dead");
        assertEquals(Map.of("dead", 0), slots.freeAt());
        slots.giveBack("dead", true);
        assertEquals(Map.of(), slots.freeAt());
    }

    @Test
    @DisplayName("X1 all clusters that do not answer get at most half of the workers together")
    void silentClustersLeaveRoom() {
        Slots slots = new Slots(4, 2);
        for (String dead : new String[] {"a", "b", "c", "d"}) {
            slots.take(dead);
        }
        for (String dead : new String[] {"a", "b", "c", "d"}) {
            slots.giveBack(dead, false);
        }
        assertEquals(
                2, slots.freeAt().values().stream().mapToInt(Integer::intValue).sum());
        slots.take("a");
        slots.take("b");
        assertEquals(Map.of("a", 0, "b", 0, "c", 0, "d", 0), slots.freeAt());
        assertEquals(2, slots.free());
    }

    @Test
    @DisplayName("X1, X8 clusters that never answer again do not keep the others from their turn")
    void everySilentClusterGetsItsTurn() {
        Slots slots = new Slots(4, 2);
        Set<String> dead = Set.of("a", "b", "c", "d", "e", "f");
        for (String cluster : dead) {
            slots.take(cluster);
            slots.giveBack(cluster, false);
        }
        Set<String> hadTurns = new HashSet<>();
        for (int pass = 0; pass < 1000 && !hadTurns.equals(dead); pass++) {
            slots.freeAt().forEach((cluster, free) -> {
                if (free > 0) {
                    hadTurns.add(cluster);
                }
            });
        }
        assertEquals(dead, hadTurns);
    }
}
