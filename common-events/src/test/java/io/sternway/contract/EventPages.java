package io.sternway.contract;

import io.sternway.events.AuditRecord;
import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.DeploymentReason;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The generated sections of docs/events.md. */
final class EventPages {

    private EventPages() {}

    static String topics() {
        StringBuilder out = new StringBuilder("""
                | topic | what it is for | key | cleanup | partitions | largest record |
                |---|---|---|---|---|---|
                """);
        for (Topic topic : Topic.values()) {
            Map<String, String> config = topic.config();
            String time = config.containsKey("message.timestamp.type") ? ", broker's time" : "";
            out.append("| `%s` | %s | %s | %s%s | %d | %d MiB |\n"
                    .formatted(
                            topic.topicName(),
                            SourceDocs.constant(Topic.class, topic.name()),
                            key(topic),
                            config.get("cleanup.policy"),
                            time,
                            topic.defaultPartitions(),
                            Long.parseLong(config.get("max.message.bytes")) / 1024 / 1024));
        }
        return out.toString();
    }

    static String events() {
        StringBuilder out = new StringBuilder();
        for (Topic topic : Topic.values()) {
            if (topic == Topic.AUDIT) {
                continue;
            }
            out.append("### `")
                    .append(topic.topicName())
                    .append("`\n\n| event | what it says | data |\n|---|---|---|\n");
            for (EventType type : EventType.values()) {
                if (type.topic() == topic) {
                    String schema = type.schemaFile();
                    out.append("| `%s` | %s | [%s](../common-events/src/main/resources/io/sternway/schemas/%s) |\n"
                            .formatted(type.name(), meaning(type), schema.replace(".v1.json", ""), schema));
                }
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String auditFields() {
        StringBuilder out = new StringBuilder("| field | what it is |\n|---|---|\n");
        Arrays.stream(AuditRecord.class.getRecordComponents())
                .forEach(component -> out.append("| `%s` | %s |\n"
                        .formatted(component.getName(), SourceDocs.component(AuditRecord.class, component.getName()))));
        return out.toString();
    }

    static String auditTypes() {
        return constants(AuditType.class, "fact");
    }

    static String auditReasons() {
        return constants(AuditReason.class, "reason");
    }

    static String deploymentReasons() {
        return constants(DeploymentReason.class, "reason");
    }

    /** What an event says; its Javadoc. */
    static String meaning(EventType type) {
        if (type.topic() == Topic.AUDIT) {
            return SourceDocs.constant(AuditType.class, type.name());
        }
        return Arrays.stream(EventType.class.getFields())
                .filter(field ->
                        field.getType() == EventType.class && value(field).equals(type))
                .map(field -> SourceDocs.constant(EventType.class, field.getName()))
                .collect(Collectors.joining());
    }

    /** What the records of a topic are keyed by; its Javadoc. */
    static String key(Topic topic) {
        return SourceDocs.constant(Topic.KeyedBy.class, topic.keyedBy().name()).replaceAll("\\.$", "");
    }

    private static String constants(Class<? extends Enum<?>> type, String word) {
        Map<String, String> headings = SourceDocs.headings(type);
        StringBuilder out = new StringBuilder("| %s | what it says |\n|---|---|\n".formatted(word));
        String heading = "";
        for (Enum<?> constant : type.getEnumConstants()) {
            String own = headings.getOrDefault(constant.name(), "");
            if (!own.equals(heading)) {
                heading = own;
                out.append("| **%s** | |\n".formatted(own.substring(0, 1).toUpperCase(Locale.ROOT) + own.substring(1)));
            }
            out.append("| `%s` | %s |\n".formatted(constant.name(), SourceDocs.constant(type, constant.name())));
        }
        return out.toString();
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
