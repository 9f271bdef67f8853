package io.sternway.promotion.domain.rules.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import io.sternway.promotion.domain.rules.fleet.InventoryGuard.Verdict;
import io.sternway.vocabulary.AuditReason;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InventoryGuardTest {

    private static Reading reading(int from, int to) {
        Map<String, Map<String, String>> clusters = new TreeMap<>();
        for (int i = from; i < to; i++) {
            clusters.put("c" + i, Map.of());
        }
        return new Reading("hash-" + from + "-" + to, clusters);
    }

    private static Inventory of(int size) {
        return InventoryGuard.read(null, reading(0, size), null).inventory();
    }

    @Test
    @DisplayName("R6 a reading that loses half of the clusters is held, and the old one stays in use")
    void shrinkingReadingIsHeld() {
        Verdict verdict = InventoryGuard.read(of(20), reading(0, 10), null);
        assertEquals(AuditReason.InventoryShrank, verdict.reason());
        assertEquals(20, verdict.inventory().current().clusters().size());
        assertNotNull(verdict.inventory().held());
        assertTrue(verdict.message().contains("sternway.inventory.confirmed=hash-0-10"));

        Verdict again = InventoryGuard.read(verdict.inventory(), reading(0, 10), null);
        assertFalse(again.changed());
        assertNotNull(again.inventory().held());
    }

    @Test
    @DisplayName("R6 what is confirmed is used")
    void confirmedReadingIsUsed() {
        Inventory held = InventoryGuard.read(of(20), reading(0, 10), null).inventory();
        Verdict verdict = InventoryGuard.read(held, reading(0, 10), "hash-0-10");
        assertEquals(AuditReason.Confirmed, verdict.reason());
        assertEquals(10, verdict.inventory().current().clusters().size());
        assertNull(verdict.inventory().held());
    }

    @Test
    @DisplayName("R6 one cluster, or a tenth, may leave without being asked")
    void fewMayLeave() {
        assertEquals(
                AuditReason.Changed,
                InventoryGuard.read(of(3), reading(0, 2), null).reason());
        assertEquals(
                AuditReason.Changed,
                InventoryGuard.read(of(20), reading(0, 18), null).reason());
        assertEquals(
                AuditReason.InventoryShrank,
                InventoryGuard.read(of(20), reading(0, 17), null).reason());
    }

    @Test
    @DisplayName("R6 a reading that replaces all clusters by others removes too much as well")
    void replacementIsHeld() {
        assertEquals(
                AuditReason.InventoryShrank,
                InventoryGuard.read(of(10), reading(10, 20), null).reason());
    }

    @Test
    @DisplayName("R6 when the clusters are back the held reading is forgotten")
    void oldReadingAgain() {
        Inventory held = InventoryGuard.read(of(20), reading(0, 10), null).inventory();
        Verdict verdict = InventoryGuard.read(held, reading(0, 20), null);
        assertTrue(verdict.changed());
        assertNull(verdict.inventory().held());
    }

    @Test
    @DisplayName("R6 the same reading again changes nothing")
    void sameReading() {
        assertFalse(InventoryGuard.read(of(5), reading(0, 5), null).changed());
    }
}
