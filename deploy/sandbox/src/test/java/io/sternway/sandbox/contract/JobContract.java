package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Jobs by the clock: in a simulated cluster they have no deadline and stay, and suspended ones say nothing. */
interface JobContract {
    @Test
    @DisplayName("H3 a finished Job is removed after its TTL")
    default void aFinishedJobIsRemovedAfterItsTtl(Space space) {
        space.apply(job("gone", "ready", "ttlSecondsAfterFinished: 1")).is(201);
        space.untilGone("Job", "gone");
        space.untilListed("Pod", "", now -> assertEquals(0, now.names().size()));
    }

    @Test
    default void aJobThatIsLateFails(Space space) {
        space.apply(job("late", "unpullable", "activeDeadlineSeconds: 1")).is(201);
        Answer late = space.until("Job", "late", now -> assertEquals("True DeadlineExceeded", now.condition("Failed")));
        assertTrue(late.at("/status/active").isMissingNode());
        space.untilListed("Pod", "", now -> assertEquals(0, now.names().size()));
    }

    @Test
    default void aSuspendedJobRunsNothing(Space space) {
        space.apply(job("later", "ready", "suspend: true")).is(201);
        space.until("Job", "later", now -> assertEquals("True JobSuspended", now.condition("Suspended")));
        assertEquals(0, space.list("Pod", "").names().size());
        space.apply(job("later", "ready", "suspend: false")).is(200);
        Answer done =
                space.until("Job", "later", now -> assertEquals("True CompletionsReached", now.condition("Complete")));
        assertEquals("False JobResumed", done.condition("Suspended"));
    }
}
