package io.sternway.benchmarks.rollback;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedCallTest {

    @Test
    void what_identifies_an_object_is_translated_to_that_of_another_cluster() {
        RecordedCall call = call("{\"uid\":\"a\",\"spec\":{\"uid\":1},\"resourceVersion\":\"7\"}");
        assertEquals(
                Map.of("\"uid\":\"a\"", "\"uid\":\"b\"", "\"resourceVersion\":\"7\"", "\"resourceVersion\":\"9\""),
                call.translate("{\"uid\":\"b\",\"spec\":{\"uid\":1},\"resourceVersion\":\"9\"}"));
    }

    @Test
    void an_answer_without_an_object_translates_nothing() {
        assertEquals(Map.of(), call("{}").translate("{\"uid\":\"b\"}"));
    }

    private static RecordedCall call(String answer) {
        return new RecordedCall("GET", "/", "application/json", "", answer, 0);
    }
}
