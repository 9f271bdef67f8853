package io.sternway.executor.kubernetes.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ObjectFaultsTest {
    private static final ObjectName SECRET = new ObjectName("v1", "Secret", "shop", "keys");

    @Test
    @Tag("X4")
    @DisplayName("X4 the API server's words are kept, about a Secret only reason and field")
    void secretsAreNotQuoted() {
        Cause cause = new Cause("FieldValueInvalid", "Invalid value: \"hunter2\"", "data[password]");
        AnswerMeaning.Refused refused =
                new AnswerMeaning.Refused("Invalid", "Secret is invalid: hunter2", true, List.of(cause));
        for (Fault fault : List.of(
                ObjectFaults.refused(SECRET, refused).get(0),
                ObjectFaults.refused(SECRET, new AnswerMeaning.Refused("Invalid", "hunter2", true, List.of()))
                        .get(0))) {
            assertFalse(fault.message().contains("hunter2"), fault.message());
            assertEquals("Invalid", fault.reason());
        }
        assertEquals(
                "data[password]", ObjectFaults.refused(SECRET, refused).get(0).field());
        ObjectName map = new ObjectName("v1", "ConfigMap", "shop", "conf");
        assertTrue(ObjectFaults.refused(map, refused).get(0).message().contains("hunter2"));
    }

    @Test
    @Tag("K4")
    @DisplayName("K4 a conflict names field and manager, and is no evidence")
    void conflictsNameTheManager() {
        Fault fault = ObjectFaults.conflicts(
                        SECRET,
                        List.of(new Cause(
                                "FieldManagerConflict", "conflict with \"kubectl-edit\" using v1", ".data.password")))
                .get(0);
        assertEquals("kubectl-edit", fault.manager());
        assertEquals(".data.password", fault.field());
        assertFalse(fault.evidence());
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 a dump of several KB is cut in its middle: what is wrong stands at its end")
    void longMessagesAreCut() {
        String dump = "Job is invalid: " + "x".repeat(9_000) + ": field is immutable";
        ApiAnswer answer = StatusReader.read(
                422,
                Map.of("kind", "Status", "reason", "Invalid", "message", dump, "details", Map.of("kind", "Job")),
                "",
                null);
        assertTrue(answer.message().length() < 1_100);
        assertTrue(answer.message().endsWith("field is immutable"));
        assertTrue(answer.message().startsWith("Job is invalid"));
    }
}
