package io.sternway.snapshot;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The one text of a JSON value: members sorted by name (UTF-16 order), no insignificant white space, numbers in one
 * form, the fewest escapes. Two values that are equal as JSON have the same text, on every machine and Java version; so
 * hashes of it can be compared between services (K0, R2).
 *
 * <p>Integers keep every digit. Other numbers are doubles, as they are for a Kubernetes API server, in their shortest
 * form without an exponent; {@code 1.0} is {@code 1}.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    /**
     * The canonical text.
     *
     * @throws IllegalArgumentException for NaN and infinities, which are not JSON
     */
    public static String write(JsonNode value) {
        StringBuilder out = new StringBuilder();
        append(value, out);
        return out.toString();
    }

    /** The canonical text in UTF-8. */
    public static byte[] bytes(JsonNode value) {
        return write(value).getBytes(StandardCharsets.UTF_8);
    }

    /** SHA-256 of the canonical text, 64 hexadecimal digits. */
    public static String hash(JsonNode value) {
        return Sha256.hex(bytes(value));
    }

    private static void append(JsonNode value, StringBuilder out) {
        if (value.isObject()) {
            appendObject(value, out);
        } else if (value.isArray()) {
            appendArray(value, out);
        } else if (value.isNumber()) {
            out.append(number(value));
        } else if (value.isBoolean() || value.isNull()) {
            out.append(value.asText());
        } else if (value.isTextual()) {
            quote(value.textValue(), out);
        } else {
            throw new IllegalArgumentException("no JSON value: " + value.getNodeType());
        }
    }

    private static void appendObject(JsonNode object, StringBuilder out) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        Collections.sort(members, Map.Entry.comparingByKey());
        String separator = "{";
        for (Map.Entry<String, JsonNode> member : members) {
            out.append(separator);
            quote(member.getKey(), out);
            out.append(':');
            append(member.getValue(), out);
            separator = ",";
        }
        out.append(members.isEmpty() ? "{}" : "}");
    }

    private static void appendArray(JsonNode array, StringBuilder out) {
        out.append('[');
        for (Iterator<JsonNode> items = array.elements(); items.hasNext(); ) {
            append(items.next(), out);
            if (items.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    static String number(JsonNode number) {
        if (number.isIntegralNumber()) {
            return number.bigIntegerValue().toString();
        }
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("no JSON number: " + number.asText());
        }
        // Double.toString differs between Java 17 and 19; this one does not.
        BigDecimal shortest = new BigDecimal(NumberOutput.toString(value, true));
        return shortest.signum() == 0 ? "0" : shortest.stripTrailingZeros().toPlainString();
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
