package io.sternway.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;
import static org.quicktheories.generators.SourceDSL.strings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "90s, PT1M30S",
        "10m, PT10M",
        "1h30m, PT1H30M",
        "1.5h, PT1H30M",
        "500ms, PT0.5S",
        "0, PT0S",
        "0s, PT0S",
        "1h1h, PT2H",
        ".5s, PT0.5S",
        "1.s, PT1S",
        "7us, PT0.000007S",
        "7µs, PT0.000007S",
        "8760h, PT8760H",
        "PT90S, PT1M30S",
        "P1DT2H, PT26H",
        "PT0.25S, PT0.25S",
        "P365D, PT8760H"
    })
    @DisplayName("Section 1: durations are Go style or ISO-8601")
    void durationsAreGoOrIso(String text, String expected) {
        assertEquals(Optional.of(Duration.parse(expected)), TimeSpan.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10",
                "m",
                "-5m",
                "+5m",
                "10 m",
                "10min",
                "1d",
                "1h-5m",
                "1h 5m",
                "PT",
                "P",
                "P1DT",
                "P1Y",
                "P1M",
                "P1W",
                "PT-5S",
                "-PT5S",
                "pt5s",
                "8761h",
                "8760h1ns",
                "99999999999999999999h",
                "1..5h",
                ".h",
                "1e3s",
                "always",
                "5m\n"
            })
    @DisplayName("Section 1: what is no duration, negative, or longer than a year, is none")
    void otherTextIsNoDuration(String text) {
        assertEquals(Optional.empty(), TimeSpan.parse(text));
    }

    @Test
    @DisplayName("Section 1: a duration that is written is read back, in both styles, as java.time reads ISO")
    void durationsAreReadBack() {
        qt().forAll(
                        longs().between(0, TimeSpan.LONGEST.toSeconds() - 1),
                        integers().between(0, 999_999_999))
                .as(Duration::ofSeconds)
                .checkAssert(duration -> {
                    assertEquals(Optional.of(duration), TimeSpan.parse(TimeSpan.write(duration)));
                    assertEquals(Optional.of(duration), TimeSpan.parse(duration.toString()));
                });
    }

    @Test
    @DisplayName("Bad input: no text makes the parser of durations fail otherwise than by refusing")
    void noTextBreaksTheParser() {
        qt().forAll(strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 80))
                .checkAssert(TimeSpan::parse);
        qt().forAll(strings().betweenCodePoints('0', ':').ofLengthBetween(0, 70))
                .checkAssert(text -> TimeSpan.parse(text + "h"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            maxFailure       | maxFailures
            maxfailures      | maxFailures
            onFailrue        | onFailure
            clusterSelectors | clusterSelector
            nmae             | name
            rollback         |
            x                |
            """)
    @DisplayName("Section 1: an unknown field is answered with the nearest known one, if one is near")
    void theNearestNameIsFound(String written, String nearest) {
        assertEquals(
                Optional.ofNullable(nearest),
                NearestName.of(
                        written,
                        List.of("name", "maxFailures", "maxConcurrency", "onFailure", "clusterSelector", "trigger")));
    }

    @Test
    @DisplayName("The edit distance counts letters added, removed, replaced and exchanged, and is symmetric")
    void theEditDistance() {
        assertEquals(0, NearestName.distance("abc", "abc"));
        assertEquals(1, NearestName.distance("abc", "acb"));
        assertEquals(1, NearestName.distance("abc", "abcd"));
        assertEquals(1, NearestName.distance("abc", "adc"));
        assertEquals(3, NearestName.distance("kitten", "sitting"));
        assertEquals(4, NearestName.distance("", "abcd"));
        qt().forAll(
                        strings().betweenCodePoints('a', 'd').ofLengthBetween(0, 6),
                        strings().betweenCodePoints('a', 'd').ofLengthBetween(0, 6))
                .checkAssert((a, b) -> {
                    int distance = NearestName.distance(a, b);
                    assertEquals(distance, NearestName.distance(b, a));
                    assertEquals(distance == 0, a.equals(b));
                    assertTrue(distance >= Math.abs(a.length() - b.length())
                            && distance <= Math.max(a.length(), b.length()));
                });
    }
}
