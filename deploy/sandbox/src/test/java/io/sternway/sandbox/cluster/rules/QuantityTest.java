package io.sternway.sandbox.cluster.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0.5,500m",
        "1,1",
        "1000m,1",
        "1024Mi,1Gi",
        "1500Mi,1500Mi",
        "0.5Gi,512Mi",
        "1e3,1e3",
        "1000,1k",
        "0,0",
        "100Ki,100Ki",
        "512,512",
        "2000000,2M",
        "0.1Ki,102400m",
        "12e6,12e6",
        "1.5k,1500"
    })
    void quantities_are_written_in_one_form(String text, String canonical) {
        assertEquals(canonical, Quantity.canonical(text));
    }

    @Test
    void what_is_no_quantity_has_no_value() {
        assertNull(Quantity.value("1x"));
        assertNull(Quantity.value(""));
        assertNull(Quantity.value("Gi"));
    }
}
