package io.sternway.promotion.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.RollbackRecord;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Rollback.ClusterResult;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RollbackMapperTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    @DisplayName("X5 in progress: triggering until something was dispatched, then triggered")
    void aRollbackInProgressIsTriggeringThenTriggered() {
        assertEquals(
                List.of("InProgress=True/DeploymentTriggering"),
                conditions(rollback(null, null, cluster(RollbackState.Pending, 0))));
        assertEquals(
                List.of("InProgress=True/DeploymentTriggered"),
                conditions(rollback(null, null, cluster(RollbackState.Pending, 1))));
    }

    @Test
    @DisplayName("X5, X6 an ended rollback has its result, its completion time, and each cluster's duration")
    void anEndedRollbackHasItsResult() {
        RollbackRecord record = rollback(RollbackResult.Partial, START.plusSeconds(9), cluster(RollbackState.Owed, 2));

        assertEquals(List.of("InProgress=False/Partial", "Succeeded=False/Partial"), conditions(record));
        assertEquals(RollbackResult.Partial, record.result());
        assertEquals(START.plusSeconds(9), record.completionTime());
        assertEquals("p/n/run/3", record.run());
        assertEquals(2, record.attempts());
        assertEquals(RollbackState.Owed, record.clusters().get(0).state());
        assertEquals(Duration.ofSeconds(5), record.clusters().get(0).duration());
        assertEquals(
                List.of("InProgress=False/Succeeded", "Succeeded=True/Succeeded"),
                conditions(
                        rollback(RollbackResult.Succeeded, START.plusSeconds(9), cluster(RollbackState.Restored, 1))));
    }

    private static ClusterResult cluster(RollbackState state, int attempts) {
        return new ClusterResult(
                state, 12, attempts, START, state == RollbackState.Pending ? null : START.plusSeconds(5), null, null);
    }

    private static RollbackRecord rollback(
            @Nullable RollbackResult result, @Nullable Instant completed, ClusterResult cluster) {
        return RollbackMapper.map(
                new PromotionRef("p", "n"),
                new Rollback(
                        "p/n/rollback/3/s",
                        "s",
                        3,
                        2,
                        1,
                        "TooManyFailures",
                        "m",
                        Actor.SYSTEM,
                        START,
                        completed,
                        result,
                        Map.of("c", cluster)));
    }

    private static List<String> conditions(RollbackRecord record) {
        return record.conditions().stream()
                .map(c -> c.type() + "=" + c.status() + "/" + c.reason())
                .toList();
    }
}
