package io.sternway.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A payload")
class EventJsonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                                 | the payload is null
            null                                                               | the payload is null
            {"command":"c"}                                                    | project is missing
            {"command":"c","project":"p","promotion":null}                     | promotion is missing
            {"command":"c","project":"p","promotion":"q","reason":"r"}         | targets is missing
            {"command":"c","project":"p","promotion":"q","reason":"r","targets":[{"cluster":"a","epoch":1},{"cluster":"b"}]} | targets[1].epoch is missing
            {"command":"c","project":"p","promotion":"q","reason":"r","targets":[{"cluster":"a","epoch":"x"}]} | epoch
            [1]                                                                | CommandCancelled
            """)
    @DisplayName("that has a gap, or another shape, is refused with the path")
    void withAGapIsRefused(String json, String message) {
        IOException refused =
                assertThrows(IOException.class, () -> EventJson.read(json.getBytes(UTF_8), CommandCancelled.class));
        assertTrue(refused.toString().contains(message), refused.toString());
    }

    @Test
    @DisplayName("may have fields that this version does not know")
    void mayHaveUnknownFields() throws IOException {
        assertEquals(
                new SnapshotRetired("p", "q", "s"),
                EventJson.read(
                        "{\"project\":\"p\",\"promotion\":\"q\",\"snapshot\":\"s\",\"new\":{\"a\":null}}"
                                .getBytes(UTF_8),
                        SnapshotRetired.class));
    }

    @Test
    @DisplayName("H15 Pods that were told as text, before they had parts, are read")
    void readsPodsThatWereText() throws IOException {
        RolloutObserved.Workload workload = EventJson.read("""
                {"desired":3,"available":1,"minimumAvailable":2,"rolling":true,"availableCondition":false,
                 "failedPods":["web-1: CrashLoopBackOff"]}
                """.getBytes(UTF_8), RolloutObserved.Workload.class);
        assertEquals(
                List.of(new RolloutObserved.FailedPod("web-1", "CrashLoopBackOff", null, null, 0, null)),
                workload.failedPods());
    }
}
