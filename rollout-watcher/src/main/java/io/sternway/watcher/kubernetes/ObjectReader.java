package io.sternway.watcher.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ObjectKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads objects and lists from JSON as a stream; what is not kept is skipped and never becomes an object. */
final class ObjectReader {

    /** Messages of conditions can be dumps of several KB. */
    private static final int LONGEST_TEXT = 600;

    private static final JsonFactory JSON = new JsonFactory();

    private ObjectReader() {}

    /** One object. */
    static Json object(byte[] body) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            return Json.of(object(parser, KeptFields.OBJECT));
        }
    }

    /** One page of a list. */
    static Page page(byte[] body, Predicate<ObjectKey> keep) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            List<Json> items = new ArrayList<>();
            String next = null;
            boolean isList = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("items") && value == JsonToken.START_ARRAY) {
                    isList = true;
                    items(parser, keep, items);
                } else if (field.equals("items") && value == JsonToken.VALUE_NULL) {
                    isList = true;
                } else if (field.equals("metadata") && value == JsonToken.START_OBJECT) {
                    next = continueToken(parser);
                } else {
                    parser.skipChildren();
                }
            }
            if (!isList) {
                throw new IOException("the answer is no list");
            }
            return new Page(items, next);
        }
    }

    private static void items(JsonParser parser, Predicate<ObjectKey> keep, List<Json> items) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            Json item = Json.of(object(parser, KeptFields.OBJECT));
            String name = item.text("metadata", "name");
            if (name != null && keep.test(new ObjectKey(item.text("metadata", "namespace"), name))) {
                items.add(item);
            }
        }
    }

    private static @Nullable String continueToken(JsonParser parser) throws IOException {
        String token = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("continue")) {
                String text = parser.getValueAsString();
                token = text == null || text.isEmpty() ? null : text;
            } else {
                parser.skipChildren();
            }
        }
        return token;
    }

    private static Map<String, Object> object(JsonParser parser, KeptFields kept) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            KeptFields within = kept.of(field);
            JsonToken token = parser.nextToken();
            if (within == null) {
                parser.skipChildren();
                continue;
            }
            Object value = value(parser, token, within);
            if (value != null) {
                fields.put(field, value);
            }
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token, KeptFields kept) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser, kept);
            case START_ARRAY -> list(parser, kept);
            case VALUE_STRING -> text(parser.getText());
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IOException("unexpected " + token);
        };
    }

    private static List<Object> list(JsonParser parser, KeptFields kept) throws IOException {
        List<Object> list = new ArrayList<>();
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            if (next == null) {
                throw new IOException("the answer is cut off");
            }
            Object value = value(parser, next, kept);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    private static String text(String text) {
        return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    }

    private static void expect(@Nullable JsonToken token, JsonToken expected) throws IOException {
        if (token != expected) {
            throw new IOException("the answer is no JSON object");
        }
    }

    /**
     * A page.
     *
     * @param items what was kept
     * @param next the token of the next page; null after the last
     */
    record Page(List<Json> items, @Nullable String next) {}
}
