package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sternway.settings.CountOrPercent;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one object of a document. What is wrong becomes a fault and reading goes on with a default, so
 * that every fault is found at once. What was not asked for is unknown.
 */
final class Fields {

    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private final JsonNode node;
    private final FieldPath path;
    private final List<Fault> faults;
    private final Set<String> known = new LinkedHashSet<>();

    private Fields(JsonNode node, FieldPath path, List<Fault> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
    }

    /** The fields of an object; anything else is a fault and has none. */
    static Fields of(JsonNode node, FieldPath path, List<Fault> faults) {
        if (!node.isObject()) {
            faults.add(new Fault(path.text(), shown(node), "must be an object"));
            return new Fields(JsonNodeFactory.instance.objectNode(), path, faults);
        }
        return new Fields(node, path, faults);
    }

    FieldPath path(String name) {
        return path.field(name);
    }

    List<Fault> faults() {
        return faults;
    }

    /** The value of a field; null if it is absent, or null in the document. */
    @Nullable
    JsonNode take(String name) {
        known.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value;
    }

    boolean has(String name) {
        return node.hasNonNull(name);
    }

    void fault(String name, String message) {
        faults.add(new Fault(path(name).text(), shown(node.get(name)), message));
    }

    /** An object; an absent one has no fields. */
    Fields object(String name) {
        JsonNode value = take(name);
        return of(value == null ? JsonNodeFactory.instance.objectNode() : value, path(name), faults);
    }

    /** The items of a list, empty if it is absent. */
    List<JsonNode> list(String name) {
        JsonNode value = take(name);
        if (value != null && !value.isArray()) {
            fault(name, "must be a list");
        }
        return value == null || !value.isArray()
                ? List.of()
                : value.valueStream().toList();
    }

    @Nullable
    String text(String name) {
        JsonNode value = take(name);
        if (value != null && !value.isTextual()) {
            fault(name, value.isValueNode() ? "must be a string; put it in quotes" : "must be a string");
            return null;
        }
        return value == null ? null : value.textValue();
    }

    /** A required name. */
    String name(String name) {
        String text = text(name);
        if (text == null) {
            if (!has(name)) {
                fault(name, "is required: a DNS label");
            }
            return "";
        }
        return checkName(text, name) ? text : "";
    }

    String name(String name, String absent) {
        return has(name) ? name(name) : Optional.ofNullable(text(name)).orElse(absent);
    }

    private boolean checkName(String text, String name) {
        if (DNS_LABEL.matcher(text).matches()) {
            return true;
        }
        fault(
                name,
                text.startsWith("_")
                        ? "names that start with _ are reserved; take a DNS label"
                        : "must be a DNS label: lower-case letters, digits and -, at most 63 characters, not - first or last");
        return false;
    }

    /** A required field that has one value only. */
    void exactly(String name, String expected) {
        String text = text(name);
        if (text == null ? !has(name) : !text.equals(expected)) {
            fault(name, "must be " + expected);
        }
    }

    <E extends Enum<E>> E oneOf(String name, Class<E> type, E absent) {
        String text = text(name);
        if (text == null) {
            return absent;
        }
        List<String> values =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        if (values.contains(text)) {
            return Enum.valueOf(type, text);
        }
        String hint = NearestName.of(text, values)
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("");
        fault(name, "must be " + String.join(" or ", values) + hint);
        return absent;
    }

    @Nullable
    Long wholeNumber(String name, long least, long most) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        boolean whole = value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToLong();
        if (!whole || value.longValue() < least || value.longValue() > most) {
            fault(
                    name,
                    "must be a whole number, " + (most == Long.MAX_VALUE ? least + " or more" : least + " to " + most));
            return null;
        }
        return value.longValue();
    }

    CountOrPercent countOrPercent(String name, int least, CountOrPercent absent) {
        JsonNode value = take(name);
        if (value == null) {
            return absent;
        }
        Optional<CountOrPercent> read = value.isTextual()
                ? CountOrPercent.parsePercent(value.textValue())
                : Optional.of(value)
                        .filter(number ->
                                number.isNumber() && number.canConvertToExactIntegral() && number.canConvertToInt())
                        .filter(number -> number.intValue() >= 0)
                        .map(number -> CountOrPercent.count(number.intValue()));
        if (read.isEmpty() || read.get().value() < least) {
            fault(
                    name,
                    "must be a count, " + least + " or more, or a percentage in quotes, \"" + least
                            + "%\" to \"100%\"");
            return absent;
        }
        return read.get();
    }

    /** A duration longer than zero. */
    @Nullable
    Duration positiveDuration(String name) {
        Duration duration = duration(name);
        if (duration != null && duration.isZero()) {
            fault(name, "must be longer than zero");
            return null;
        }
        return duration;
    }

    @Nullable
    Duration duration(String name) {
        JsonNode value = take(name);
        if (value == null) {
            return null;
        }
        String text = value.isTextual() || value.isIntegralNumber() ? value.asText() : "";
        Optional<Duration> duration = TimeSpan.parse(text);
        if (duration.isEmpty()) {
            String unit = value.isNumber() ? "; a number needs a unit" : "";
            fault(
                    name,
                    "must be a duration such as 90s, 1h30m or PT90S, at most " + TimeSpan.write(TimeSpan.LONGEST)
                            + unit);
        }
        return duration.orElse(null);
    }

    /** To be called last: whatever was not asked for is a fault that names the nearest known field. */
    void refuseUnknown() {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                String hint = NearestName.of(name, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElseGet(() ->
                                "known here are " + known.stream().sorted().collect(Collectors.joining(", ")));
                faults.add(new Fault(path(name).text(), shown(node.get(name)), "is not known; " + hint));
            }
        }
    }

    private static @Nullable String shown(@Nullable JsonNode value) {
        return value != null && value.isValueNode() ? value.asText() : null;
    }
}
