package io.sternway.promotion.rest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParametersTest {

    private final Parameters parameters = new Parameters();

    @Test
    void whatIsNotGivenHasADefault() {
        assertEquals(Parameters.DEFAULT_LIMIT, parameters.limit(null));
        assertEquals("", parameters.keyCursor(null));
        assertEquals(0, parameters.sequenceCursor(null));
        assertEquals(null, parameters.name("project", null));
        assertDoesNotThrow(parameters::refuseFaults);
    }

    @Test
    void aCursorLeadsBackToItsKey() {
        assertEquals("payments/checkout", parameters.keyCursor(Parameters.cursorOf("payments/checkout")));
        assertDoesNotThrow(parameters::refuseFaults);
    }

    @Test
    void everyFaultIsToldAtOnceWithItsValue() {
        parameters.limit("501");
        parameters.limit("many");
        parameters.keyCursor("bm9uc2Vuc2U");
        parameters.sequenceCursor("-1");
        parameters.name("project", "Payments");
        parameters.oneOf("phase", "Fine", List.of("Deploying"));
        parameters.revision("0");

        ProblemException refused = assertThrows(ProblemException.class, parameters::refuseFaults);
        assertEquals(400, refused.problem().status());
        assertEquals(
                List.of("501", "many", "bm9uc2Vuc2U", "-1", "Payments", "Fine", "0"),
                refused.problem().errors().stream().map(Problem.Fault::value).toList());
    }
}
