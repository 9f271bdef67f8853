package io.sternway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.vocabulary.AuditType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventTypeTest {

    @Test
    @DisplayName("Every event type is found by its CloudEvents type, which no other has")
    void everyTypeIsFoundByItsName() {
        for (EventType type : EventType.values()) {
            assertEquals("io.sternway." + type.name() + ".v1", type.type());
            assertEquals(Optional.of(type), EventType.find(type.type()));
        }
        assertEquals(Optional.empty(), EventType.find("io.sternway.Unheard.v1"));
    }

    @Test
    @DisplayName("The list of event types has every constant and every audit fact")
    void theListIsComplete() {
        HashSet<Object> constants = Arrays.stream(EventType.class.getFields())
                .filter(field -> field.getType() == EventType.class && Modifier.isStatic(field.getModifiers()))
                .map(EventTypeTest::value)
                .collect(Collectors.toCollection(HashSet::new));
        Arrays.stream(AuditType.values()).map(EventType::of).forEach(constants::add);
        assertEquals(constants, new HashSet<>(EventType.values()));
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    @DisplayName("Every topic has events, and settings by which a service can check it")
    void everyTopicHasEventsAndSettings(Topic topic) {
        assertTrue(EventType.values().stream().anyMatch(type -> type.topic() == topic));
        assertTrue(topic.topicName().startsWith("sternway."));
        assertEquals(
                topic.cleanup().name().toLowerCase(java.util.Locale.ROOT),
                topic.config().get("cleanup.policy"));
    }

    @Test
    @DisplayName(
            "The topics by cluster have the same number of partitions, and the broker's time where order in time counts")
    void topicsByClusterAreCoPartitioned() {
        assertEquals(
                1,
                Arrays.stream(Topic.values())
                        .filter(topic -> topic.keyedBy() == Topic.KeyedBy.CLUSTER)
                        .map(Topic::defaultPartitions)
                        .distinct()
                        .count());
        assertEquals("LogAppendTime", Topic.DEPLOYMENTS.config().get("message.timestamp.type"));
        assertEquals("LogAppendTime", Topic.OBSERVATIONS.config().get("message.timestamp.type"));
        assertEquals("86400000", Topic.DEPLOYMENTS.config().get("min.compaction.lag.ms"));
        assertEquals("16777216", Topic.REQUESTS.config().get("max.message.bytes"));
        assertEquals("16777216", Topic.COMMANDS.config().get("max.message.bytes"));
    }

    @Test
    @DisplayName("X2 an id is made of what the event says: the same parts give the same, shifted parts another")
    void idsAreMadeOfWhatTheEventSays() {
        assertEquals(EventIds.of("a", 1, 2L), EventIds.of("a", 1, 2L));
        assertNotEquals(EventIds.of("a", "bc"), EventIds.of("ab", "c"));
        assertNotEquals(EventIds.of("a"), EventIds.of("a", ""));
        assertEquals(32, EventIds.of().length());
    }

    @Test
    @DisplayName("A target's key is cluster/project/promotion, both ways")
    void keysOfTargets() {
        TargetRef target = new TargetRef("payments", "checkout", "eu-1");
        assertEquals("eu-1/payments/checkout", target.key());
        assertEquals(target, TargetRef.ofKey(target.key()));
        assertThrows(IllegalArgumentException.class, () -> TargetRef.ofKey("eu-1"));
        assertEquals("payments/checkout", target.promotionRef().key());
    }

    @Test
    @DisplayName("H5 a later owner's observations come after all of an earlier one")
    void observationsAreOrderedByTermThenCounter() {
        assertTrue(new ObservationSequence(2, 1).compareTo(new ObservationSequence(1, 99)) > 0);
        assertTrue(new ObservationSequence(2, 1).compareTo(new ObservationSequence(2, 2)) < 0);
        assertEquals(0, new ObservationSequence(2, 1).compareTo(new ObservationSequence(2, 1)));
    }

    private static Object value(java.lang.reflect.Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
