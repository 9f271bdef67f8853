package io.sternway.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sternway.events.EventJson;
import io.sternway.events.Sha256;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("K0")
class CanonicalJsonTest {

    @Test
    @DisplayName("K0 members are sorted, white space is left out, nothing else changes")
    void membersAreSorted() throws Exception {
        assertEquals(
                "{\"a\":[3,1,{\"x\":null,\"y\":true}],\"b\":\"ü\",\"ab\":{},\"z\":[]}"
                        .replace("\"b\":\"ü\",\"ab\":{}", "\"ab\":{},\"b\":\"ü\""),
                CanonicalJson.write(
                        EventJson.mapper()
                                .readTree(
                                        " { \"b\" : \"\\u00fc\", \"z\":[ ], \"ab\": { },\"a\":[3, 1,{\"y\":true,\"x\":null}]}")));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "-0.0, 0",
        "1.0, 1",
        "1e2, 100",
        "1.50, 1.5",
        "0.1, 0.1",
        "1e-7, 0.0000001",
        "-2.5e3, -2500",
        "9007199254740993, 9007199254740993",
        "123456789012345678901234567890, 123456789012345678901234567890",
        "2e23, 200000000000000000000000",
        "2.0E-3, 0.002"
    })
    @DisplayName("K0 a number has one form")
    void numbersHaveOneForm(String written, String canonical) throws Exception {
        assertEquals(canonical, CanonicalJson.write(EventJson.mapper().readTree(written)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberIsRefused(double value) {
        assertThrows(IllegalArgumentException.class, () -> CanonicalJson.write(DoubleNode.valueOf(value)));
    }

    @Test
    @DisplayName("K0 text is escaped only where it must be")
    void textIsEscapedOnlyWhereItMustBe() {
        assertEquals(
                "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\u007f\u2028😀\"",
                CanonicalJson.write(JsonNodeFactory.instance.textNode("\"\\/\b\f\n\r\t\u0001\u007f\u2028😀")));
    }

    @Test
    @DisplayName("K0 the hash is SHA-256 of the text in UTF-8")
    void theHashIsSha256OfTheText() throws Exception {
        assertEquals(
                Sha256.hex("{\"a\":\"ü\",\"b\":1}"),
                CanonicalJson.hash(EventJson.mapper().readTree("{\"b\":1.0,\"a\":\"ü\"}")));
    }
}
