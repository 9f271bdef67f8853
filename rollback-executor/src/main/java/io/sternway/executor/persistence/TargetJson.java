package io.sternway.executor.persistence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.events.EventJson;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.vocabulary.Purpose;
import java.util.Arrays;
import java.util.Locale;

/**
 * A target as its row stores it. Constants stand there as {@code NOT_STARTED}, and a release's mode is part of its purpose:
 * replicas of other versions read and write the same rows (docs/upgrades.md). Constants as {@code NotStarted} are read too.
 */
final class TargetJson {
    private static final String WITHDRAW = "RELEASE_WITHDRAW";
    private static final ObjectMapper MAPPER =
            EventJson.mapper().copy().setAnnotationIntrospector(new StoredConstants());

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

    /** Writes constants as {@code NOT_STARTED}, and reads them as {@code NotStarted} too. */
    private static final class StoredConstants extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public String[] findEnumValues(
                MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
            return Arrays.stream(constants).map(TargetJson::constant).toArray(String[]::new);
        }

        @Override
        public void findEnumAliases(
                MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[][] aliases) {
            Arrays.setAll(aliases, i -> new String[] {constants[i].name()});
        }
    }
}
