package io.sternway.messaging.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.messaging.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A8: stored positions tell whether everything before an end has been read")
class ConsumerPositionsIT {

    private static final TopicPartition FIRST = new TopicPartition("sternway.health", 0);
    private static final TopicPartition SECOND = new TopicPartition("sternway.health", 1);

    @Test
    void positionsAreStoredForwardOnly() {
        try (TestDatabase database = new TestDatabase()) {
            ConsumerPositions positions = new ConsumerPositions(database.dataSource());
            positions.store(Map.of(FIRST, 5L, SECOND, 7L, new TopicPartition("other", 0), 9L));
            positions.store(Map.of(FIRST, 4L, SECOND, 8L));
            assertEquals(Map.of(FIRST, 5L, SECOND, 8L), positions.read(List.of("sternway.health")));
        }
    }

    @Test
    void anEndIsReachedWhenThePositionIsThere() {
        assertTrue(ConsumerPositions.reached(Map.of(FIRST, 5L, SECOND, 9L), Map.of(FIRST, 5L, SECOND, 8L)));
        assertFalse(ConsumerPositions.reached(Map.of(FIRST, 4L, SECOND, 9L), Map.of(FIRST, 5L, SECOND, 8L)));
        assertFalse(ConsumerPositions.reached(Map.of(), Map.of(FIRST, 1L)), "never read");
        assertTrue(ConsumerPositions.reached(Map.of(), Map.of(FIRST, 0L)), "never read, and empty");
    }
}
