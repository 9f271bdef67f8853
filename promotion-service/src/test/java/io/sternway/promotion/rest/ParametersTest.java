package io.sternway.promotion.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {

    private static final Validator VALIDATOR = Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()
            .getValidator();

    /** Only asked what its parameters must be. */
    private static final PromotionResource RESOURCE = resource();

    private static PromotionResource resource() {
        try {
            return (PromotionResource) PromotionResource.class.getDeclaredConstructors()[0].newInstance(new Object[4]);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatIsNotGivenHasADefault() {
        assertEquals(50, Parameters.limit(null));
        assertEquals("", Parameters.afterKey(null));
        assertEquals(0, Parameters.after(null));
        assertEquals(Set.of(), faults("list", null, null, null, null));
    }

    @Test
    void aCursorLeadsBackToItsKey() {
        for (String key : new String[] {"a/b", "payments/checkout", "p/n1", "p/n12"}) {
            String cursor = Parameters.cursorOf(key);
            assertEquals(key, Parameters.afterKey(cursor));
            assertEquals(Set.of(), faults("list", "payments", "Deploying", cursor, "500"));
        }
        assertThrows(IllegalArgumentException.class, () -> Parameters.afterKey("bm9uc2Vuc2U"));
    }

    @Test
    void everyFaultIsToldAtOnceWithItsValue() {
        assertEquals(
                Set.of("Payments", "Fine", "bm9uc2Vuc2U", "501"),
                faults("list", "Payments", "Fine", "bm9uc2Vuc2U", "501"));
        assertEquals(Set.of("P", "_other", "-1", "many"), faults("audit", "P", "_other", "-1", "many"));
        assertEquals(Set.of("0"), faults("revision", "payments", "checkout", "0"));
        assertEquals(Set.of(), faults("audit", "payments", "_rejected", "0", "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "501", "1000", "-1", "1.5", "zero", "01"})
    void aPageHasOneToFiveHundredItems(String limit) {
        assertEquals(Set.of(limit), faults("fleetAudit", null, limit));
    }

    /** The values that are refused. */
    private static Set<String> faults(String method, @Nullable Object... values) {
        Method named = Arrays.stream(PromotionResource.class.getMethods())
                .filter(m -> m.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return VALIDATOR.forExecutables().validateParameters(RESOURCE, named, values).stream()
                .map(ConstraintViolation::getInvalidValue)
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
