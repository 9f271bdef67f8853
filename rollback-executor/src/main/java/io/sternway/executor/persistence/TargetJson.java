package io.sternway.executor.persistence;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.sternway.events.EventJson;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * A target as its row stores it. Constants stand there as {@code NOT_STARTED}, and a release's mode is part of its purpose:
 * replicas of other versions read and write the same rows (docs/upgrades.md). Constants as {@code NotStarted} are read too.
 */
final class TargetJson {
    private static final String WITHDRAW = "RELEASE_WITHDRAW";
    private static final ObjectMapper MAPPER = EventJson.mapper()
            .copy()
            .registerModule(constants(
                    new SimpleModule("stored constants"),
                    Purpose.class,
                    Outcome.class,
                    NoteKind.class,
                    PruneState.class));

    private TargetJson() {}

    static String write(Target target) {
        try {
            ObjectNode state = MAPPER.valueToTree(target);
            ObjectNode assignment = state.withObjectProperty("assignment");
            assignment.put("purpose", purpose(target.assignment())).remove("withdraw");
            return MAPPER.writeValueAsString(state);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a target cannot be written", e);
        }
    }

    /**
     * Reads a row.
     *
     * @throws IllegalStateException if it is no target
     */
    static Target read(String text) {
        try {
            if (!(MAPPER.readTree(text) instanceof ObjectNode state)
                    || !(state.get("assignment") instanceof ObjectNode assignment)) {
                throw new IllegalStateException("a target's row is no target");
            }
            String purpose = assignment.path("purpose").asText();
            assignment.put("withdraw", purpose.equals(WITHDRAW));
            if (purpose.startsWith("RELEASE_")) {
                assignment.put("purpose", Purpose.Release.name());
            }
            return MAPPER.treeToValue(state, Target.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a target's row cannot be read", e);
        }
    }

    /** How a purpose is stored. */
    static String purpose(Assignment assignment) {
        if (assignment.letsGo()) {
            return assignment.withdraw() ? WITHDRAW : "RELEASE_KEEP";
        }
        return constant(assignment.purpose());
    }

    /** How a constant is stored: {@code NotStarted} as {@code NOT_STARTED}. */
    static String constant(Enum<?> constant) {
        return constant.name().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }

    @SafeVarargs
    private static SimpleModule constants(SimpleModule module, Class<? extends Enum<?>>... types) {
        for (Class<? extends Enum<?>> type : types) {
            add(module, type);
        }
        return module;
    }

    private static <E extends Enum<?>> void add(SimpleModule module, Class<E> type) {
        module.addSerializer(type, new StdSerializer<E>(type) {
            @Override
            public void serialize(E constant, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeString(constant(constant));
            }
        });
        module.addDeserializer(type, new StdDeserializer<E>(type) {
            @Override
            public E deserialize(JsonParser json, DeserializationContext context) throws IOException {
                String text = json.getValueAsString("");
                return Arrays.stream(type.getEnumConstants())
                        .filter(constant -> text.equals(constant(constant)) || text.equals(constant.name()))
                        .findFirst()
                        .orElseThrow(() -> context.weirdStringException(text, type, "none of its constants"));
            }
        });
    }
}
