package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.PlayedServices;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.AuditReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class InventoryIT extends Running {

    @Test
    @DisplayName("R6 a cluster that joins gets the stable revision; a reading that lost too many clusters is held back")
    void aClusterThatJoinsGetsTheStableRevision() {
        fleet("joins");
        services.request("inventory/joins", "joins-1", Documents.twoStages("inventory", "joins", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("inventory/joins")));

        services.inventory(Map.of("joins-p3", Map.of("set", "joins", "env", "production")));
        eventually()
                .untilAsserted(() -> assertEquals(
                        "Healthy",
                        Promotions.get("inventory/joins")
                                .getString("stages[1].targets.find { it.cluster == 'joins-p3' }.phase")));

        String hash = services.publishInventory(Map.of("joins-s1", Map.of("set", "joins", "env", "staging")));
        eventually()
                .untilAsserted(() -> assertTrue(Promotions.audit("_fleet").stream()
                        .anyMatch(r -> r.reason() == AuditReason.InventoryShrank
                                && hash.equals(r.details().get("hash")))));
        assertEquals(
                4,
                Promotions.get("inventory/joins")
                        .getList("stages.targets.flatten()")
                        .size());
        List<String> released = Promotions.get("inventory/joins")
                .getList("stages.targets.flatten().findAll { it.purpose == 'Release' }.cluster");
        assertEquals(List.of(), released);

        services.publishInventory(PlayedServices.lastInventory());
        eventually()
                .untilAsserted(() -> assertTrue(Promotions.audit("_fleet").stream()
                        .anyMatch(r -> r.sequence() > 1 && r.message().contains("again as it was"))));
    }
}
