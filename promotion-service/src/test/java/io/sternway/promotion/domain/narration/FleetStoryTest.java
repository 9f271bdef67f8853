package io.sternway.promotion.domain.narration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.Reachability;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FleetStoryTest {

    @Test
    @DisplayName("H11 that a cluster comes or goes is recorded with its cause")
    void aChangeIsRecorded() {
        AuditEntry gone = FleetStory.reachability(
                "eu-1", Reachability.Healthy, Reachability.Unreachable, "Unauthorized", "the token has expired", "e1");
        assertEquals("Cluster eu-1 is not reached: the token has expired.", gone.message());
        assertEquals(AuditReason.Unreachable, gone.reason());
        assertEquals("Unauthorized", gone.details().get("cause"));
        assertEquals("e1", gone.causation());

        AuditEntry back =
                FleetStory.reachability("eu-1", Reachability.Unreachable, Reachability.Healthy, null, null, "e2");
        assertEquals("Cluster eu-1 is reached.", back.message());
    }
}
