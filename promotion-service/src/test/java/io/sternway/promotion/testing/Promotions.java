package io.sternway.promotion.testing;

import static io.restassured.RestAssured.given;

import io.restassured.path.json.JsonPath;
import io.sternway.events.AuditRecord;
import io.sternway.events.EventJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Promotions as REST shows them. */
public final class Promotions {

    private Promotions() {}

    public static JsonPath get(String key) {
        return given().get("/api/v1/promotions/" + key)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    public static String phase(String key) {
        return given().get("/api/v1/promotions/" + key).jsonPath().getString("phase");
    }

    /** All audit records of a stream. */
    public static List<AuditRecord> audit(String key) {
        List<AuditRecord> records = new ArrayList<>();
        String path = key.equals("_fleet") ? "/api/v1/fleet/audit" : "/api/v1/promotions/" + key + "/audit";
        String cursor = "0";
        while (cursor != null) {
            JsonPath page = given().queryParam("limit", 500)
                    .queryParam("cursor", cursor)
                    .get(path)
                    .jsonPath();
            List<Map<String, Object>> items = page.getList("items.record");
            if (items != null) {
                items.forEach(item -> records.add(record(item)));
            }
            cursor = page.getString("next");
        }
        return records;
    }

    private static AuditRecord record(Map<String, Object> item) {
        try {
            String json = EventJson.mapper().writeValueAsString(item);
            return EventJson.read(json.getBytes(StandardCharsets.UTF_8), AuditRecord.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
