package io.sternway.promotion.rest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** What parameters of requests must be, and what they mean; Hibernate Validator lists every fault before they are read. */
final class Parameters {
    static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
    static final String LABEL_WORDS = "a DNS label: lower-case letters, digits and '-', at most 63";
    static final String LABEL_OR_REJECTED = LABEL + "|_rejected";
    static final String LIMIT = "[1-9][0-9]?|[1-4][0-9]{2}|500";
    static final String LIMIT_WORDS = "a whole number from 1 to 500";
    static final String NUMBER = "[1-9][0-9]{0,17}";
    static final String NUMBER_WORDS = "a whole number from 1";
    static final String SEQUENCE = "0|" + NUMBER;
    static final String SEQUENCE_WORDS = "a sequence: the page begins with the record after it";
    private static final int DEFAULT_LIMIT = 50;
    private static final String KEY = "k:";

    private Parameters() {}

    /** A page's size. */
    static int limit(@Nullable String given) {
        return given == null ? DEFAULT_LIMIT : Integer.parseInt(given);
    }

    /** Where a page of an audit starts: the sequence after which it goes on. */
    static long after(@Nullable String cursor) {
        return cursor == null ? 0 : Long.parseLong(cursor);
    }

    /**
     * Where a page of a list starts: the key after which it goes on; the empty string at the beginning.
     *
     * @throws IllegalArgumentException if it is none of our cursors
     */
    static String afterKey(@Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        String key = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        if (!key.startsWith(KEY)) {
            throw new IllegalArgumentException("no cursor of a list");
        }
        return key.substring(KEY.length());
    }

    /** The cursor that {@link #afterKey} reads. */
    static String cursorOf(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((KEY + key).getBytes(StandardCharsets.UTF_8));
    }
}
