package io.sternway.promotion.rest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of one request and collects every fault, so that all of them are answered at once. */
final class Parameters {

    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 500;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private final List<Problem.Fault> faults = new ArrayList<>();

    /** A page's size. */
    int limit(@Nullable String given) {
        if (given == null) {
            return DEFAULT_LIMIT;
        }
        Long limit = number(given);
        if (limit == null || limit < 1 || limit > MAX_LIMIT) {
            fault("limit", given, "a whole number from 1 to " + MAX_LIMIT);
            return DEFAULT_LIMIT;
        }
        return limit.intValue();
    }

    /** A revision's number. */
    long revision(String given) {
        Long revision = number(given);
        if (revision == null || revision < 1) {
            fault("revision", given, "a whole number from 1");
            return 0;
        }
        return revision;
    }

    /** A project's or promotion's name; null if it was not given. */
    @Nullable
    String name(String parameter, @Nullable String given) {
        if (given != null && !LABEL.matcher(given).matches()) {
            fault(parameter, given, "a DNS label: lower-case letters, digits and '-', at most 63");
            return null;
        }
        return given;
    }

    /** One of a list of words; null if it was not given. */
    @Nullable
    String oneOf(String parameter, @Nullable String given, List<String> words) {
        if (given != null && !words.contains(given)) {
            fault(parameter, given, "one of " + String.join(", ", words));
            return null;
        }
        return given;
    }

    /** Where a page of a list starts: the key after which it goes on; the empty string at the beginning. */
    String keyCursor(@Nullable String given) {
        if (given == null) {
            return "";
        }
        try {
            String key = new String(Base64.getUrlDecoder().decode(given), StandardCharsets.UTF_8);
            if (key.startsWith("k:")) {
                return key.substring(2);
            }
        } catch (IllegalArgumentException e) {
            // not Base64: reported below like any other text that is no cursor
        }
        fault("cursor", given, "the value of 'next' of an earlier page");
        return "";
    }

    /** Where a page of an audit starts: the sequence after which it goes on. */
    long sequenceCursor(@Nullable String given) {
        if (given == null) {
            return 0;
        }
        Long sequence = number(given);
        if (sequence == null || sequence < 0) {
            fault("cursor", given, "a sequence: the page begins with the record after it");
            return 0;
        }
        return sequence;
    }

    /** Ends the request if there was any fault. */
    void refuseFaults() {
        if (!faults.isEmpty()) {
            throw ProblemException.badRequest(faults);
        }
    }

    static String cursorOf(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(("k:" + key).getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Long number(String given) {
        try {
            return Long.valueOf(given);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private void fault(String parameter, @Nullable String value, String message) {
        faults.add(new Problem.Fault(parameter, value, message));
    }
}
