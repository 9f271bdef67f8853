package io.sternway.promotion;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RestIT extends Running {

    private static final String PROBLEM = "application/problem+json";

    @Test
    @DisplayName("every error is a problem, and lists every fault")
    void everyErrorIsAProblem() {
        given().get("/api/v1/nothing")
                .then()
                .statusCode(404)
                .contentType(PROBLEM)
                .body("title", notNullValue(), "detail", containsString("/api/v1/nothing"));
        given().get("/api/v1/promotions/none/such")
                .then()
                .statusCode(404)
                .contentType(PROBLEM)
                .body("detail", containsString("none/such"), "instance", notNullValue());
        given().get("/api/v1/promotions?limit=0&cursor=%21&phase=Nice&project=NO")
                .then()
                .statusCode(400)
                .contentType(PROBLEM)
                .body("errors", hasSize(4), "errors.parameter", hasItems("limit", "cursor", "phase", "project"));
        given().get("/api/v1/promotions/none/such/revisions/zero")
                .then()
                .statusCode(400)
                .contentType(PROBLEM)
                .body("errors[0].value", equalTo("zero"));
        given().get("/api/v1/promotions/none/such/audit").then().statusCode(404).contentType(PROBLEM);
        given().post("/api/v1/promotions").then().statusCode(405).contentType(PROBLEM);
    }

    @Test
    @DisplayName("a list comes in pages, and a revision's normalised content is shown")
    void aListComesInPages() {
        for (String name : new String[] {"page-a", "page-b", "page-c"}) {
            services.request("rest/" + name, name + "-1", Documents.twoStages("rest", name, "1"));
        }
        eventually().untilAsserted(() -> Promotions.get("rest/page-a"));
        eventually().untilAsserted(() -> Promotions.get("rest/page-b"));
        eventually().untilAsserted(() -> Promotions.get("rest/page-c"));

        JsonPath first = given().get("/api/v1/promotions?project=rest&limit=2").jsonPath();
        assertEquals(java.util.List.of("page-a", "page-b"), first.getList("items.promotion"));
        JsonPath second = given().queryParam("cursor", first.getString("next"))
                .get("/api/v1/promotions?project=rest&limit=2")
                .jsonPath();
        assertEquals(java.util.List.of("page-c"), second.getList("items.promotion"));
        assertEquals(null, second.getString("next"));

        given().get("/api/v1/promotions/rest/page-a/revisions/1")
                .then()
                .statusCode(200)
                .contentType("application/json")
                .body("common[0].objects[0].data.version", equalTo("1"));
    }

    @Test
    @DisplayName("the API is as docs/api/openapi.yaml says")
    void theApiIsAsDocumented() throws IOException {
        String now = given().get("/api/openapi").asString();
        Path documented = Path.of("..", "docs", "api", "openapi.yaml");
        Files.writeString(Path.of("target", "openapi.yaml"), now);
        assertFalse(now.isBlank());
        assertEquals(
                Files.readString(documented),
                now,
                "docs/api/openapi.yaml is not as the API is: see target/openapi.yaml");
    }

    @Test
    @DisplayName("the service is ready, and its metrics are there")
    void theServiceIsReady() {
        eventually().untilAsserted(() -> given().get("/q/health/ready").then().statusCode(200));
        given().get("/q/health/live").then().statusCode(200);
        eventually()
                .untilAsserted(() -> given().get("/q/metrics")
                        .then()
                        .statusCode(200)
                        .body(
                                containsString("sternway_promotion_decisions_total"),
                                containsString("sternway_promotion_phase")));
    }
}
