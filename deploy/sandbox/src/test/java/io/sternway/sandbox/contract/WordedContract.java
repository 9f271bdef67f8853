package io.sternway.sandbox.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is refused with 422: code, reason and field everywhere, the exact sentence where Kubernetes itself speaks. */
interface WordedContract {
    /** Whether refusals of values are in Kubernetes' own words. */
    default boolean speaksForItself() {
        return true;
    }

    /** The answer refuses one field; {@code words} is what the message says of it. */
    default void refused(Answer answer, String field, String words) {
        answer.is(422);
        assertEquals("Invalid", answer.text("/reason"));
        assertEquals(field, answer.text("/details/causes/0/field"));
        String expected = speaksForItself() ? field + ": " + words : field + ": ";
        assertTrue(answer.text("/message").contains(expected), answer.text("/message"));
    }
}
