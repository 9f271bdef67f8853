package io.sternway.promotion.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.ObjectRef;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.Desired;
import io.sternway.events.TargetDeployment.ObjectFault;
import io.sternway.events.TargetDeployment.ObjectNote;
import io.sternway.events.TargetDeployment.Prune;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactMapperTest {

    @DisplayName("R8, R17 what the executor says about an epoch: the event's type first, then the outcome")
    @ParameterizedTest
    @CsvSource({
        "StageDeployed, Applied, Applied",
        "StageDeployPending, Pending, Pending",
        "StageDeployFailed, Failed, Failed",
        "StageDeployFailed, Partial, Failed",
        "StageDeployStopped, NotStarted, StoppedNotStarted",
        "StageDeployStopped, Partial, StoppedStarted",
        "StageDeployStopped, Unknown, StoppedStarted",
        "SnapshotUnknown, Pending, SnapshotUnknown",
        "TargetPruned, Applied, Applied",
        "TargetPruneFailed, Applied, Applied",
        "TargetReleased, Applied, Released",
        "TargetReleaseFailed, Failed, ReleaseFailed"
    })
    void theAnswerFollowsFromTypeAndOutcome(String type, Outcome outcome, Answer answer) {
        assertEquals(answer, fact(type, outcome, List.of()).answer());
    }

    @Test
    @DisplayName("K4 a conflict names the object, the field and the manager that owns it")
    void everyFaultIsInTheMessage() {
        ObjectRef object = new ObjectRef("apps/v1", "Deployment", "shop", "checkout");
        String message = fact(
                        "StageDeployFailed",
                        Outcome.Failed,
                        List.of(
                                new ObjectFault(object, "Conflict", "conflict", "spec.replicas", "kubectl"),
                                new ObjectFault(object, "Invalid", "too long", null, null)))
                .message();

        assertTrue(
                message != null
                        && message.contains(
                                "Deployment shop/checkout: conflict (field spec.replicas, owned by kubectl)")
                        && message.contains("too long"),
                () -> String.valueOf(message));
    }

    @Test
    @DisplayName("R36 what a rollback took away, overrode or left is kept for its record; a deployment's notes are not")
    void notesOfARollbackAreKept() {
        ObjectRef claim = new ObjectRef("v1", "PersistentVolumeClaim", "shop", "data");
        List<ObjectNote> notes = new ArrayList<>();
        notes.add(new ObjectNote(claim, NoteKind.Differs, "somebody's field"));
        for (int i = 0; i < 50; i++) {
            notes.add(new ObjectNote(claim, NoteKind.Retained, "it stays " + i));
        }
        List<String> kept = Objects.requireNonNull(notes(Purpose.Rollback, notes));
        assertEquals(20, kept.size());
        assertEquals("PersistentVolumeClaim shop/data: it stays 0", kept.get(0));
        assertNull(notes(Purpose.Deploy, notes));
    }

    private static @Nullable List<String> notes(Purpose purpose, List<ObjectNote> notes) {
        TargetDeployment body = new TargetDeployment(
                "p",
                "n",
                "c",
                "s",
                3,
                new Desired(7, "command", purpose, 1, "hash", Outcome.Applied, null, null, false, List.of(), 1, notes),
                null,
                new Prune(PruneState.None, List.of(), List.of(), null));
        Event<TargetDeployment> event = new Event<>(
                "id",
                "/sternway/rollback-executor",
                EventType.STAGE_DEPLOYED,
                "c/p/n",
                Instant.EPOCH,
                null,
                null,
                body);
        return ((Fact.DeploymentReported) FactMapper.deployment(event, body))
                .deployment()
                .notes();
    }

    private static DeploymentFact fact(String type, Outcome outcome, List<ObjectFault> faults) {
        TargetDeployment body = new TargetDeployment(
                "p",
                "n",
                "c",
                "s",
                3,
                new Desired(7, "command", Purpose.Deploy, 1, "hash", outcome, "R", null, true, faults, 1, List.of()),
                null,
                new Prune(PruneState.None, List.of(), List.of(), null));
        EventType eventType = EventType.find("io.sternway." + type + ".v1").orElseThrow();
        Event<TargetDeployment> event =
                new Event<>("id", "/sternway/rollback-executor", eventType, "c/p/n", Instant.EPOCH, null, null, body);
        Fact.DeploymentReported reported = (Fact.DeploymentReported) FactMapper.deployment(event, body);
        assertEquals("id", reported.event());
        assertEquals("c", reported.cluster());
        assertEquals(7, reported.deployment().epoch());
        assertEquals(3, reported.deployment().sequence());
        return reported.deployment();
    }
}
