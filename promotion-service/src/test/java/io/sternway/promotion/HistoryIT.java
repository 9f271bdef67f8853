package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class HistoryIT extends Running {

    @Test
    @DisplayName(
            "REST shows what is current and the newest hundred runs, whatever lies in the history; decisions go on")
    void aLongHistoryIsBounded() {
        fleet("long");
        services.request("history/long", "long-1", Documents.twoStages("history", "long", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("history/long")));
        // What can no longer be read lies beyond what is shown.
        database()
                .execute("INSERT INTO run SELECT promotion, 1 - n, false, started_at,"
                        + " CASE WHEN n < 100 THEN state ELSE '{\"number\": \"unreadable\"}' END"
                        + " FROM run, generate_series(1, 1000) n WHERE promotion = 'history/long' AND number = 1");

        JsonPath seen = Promotions.get("history/long");
        assertEquals(100, seen.getList("runs").size());
        assertEquals(2, seen.getList("stages").size());

        services.request("history/long", "long-2", Documents.twoStages("history", "long", "2"));
        eventually()
                .untilAsserted(
                        () -> assertEquals(2, Promotions.get("history/long").getInt("stages[1].stableRevision")));
    }
}
