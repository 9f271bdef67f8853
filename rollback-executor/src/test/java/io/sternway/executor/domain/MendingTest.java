package io.sternway.executor.domain;

import static io.sternway.executor.domain.Moves.notBegun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.AbandonedPods;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Assignment.ApplyPolicy;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Change.Kind;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.executor.domain.ledger.TargetMoves;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullUnmarked
@Tag("K7")
class MendingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final TargetKey KEY = new TargetKey("payments", "checkout", "eu-1");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final ObjectName SET = new ObjectName("apps/v1", "StatefulSet", "shop", "db");

    @Test
    @DisplayName(
            "K7 after a rollback it is looked after StatefulSets until they are settled, or the command's time is up")
    void statefulSetsAreLookedAfter() {
        Target applied = done(Purpose.Rollback, "StatefulSet");
        assertEquals(Target.Work.Mend, applied.work());
        assertEquals(NOW, applied.dueAt());
        assertFalse(WorkMoves.isOver(applied, NOW));

        Note note = new Note(SET, NoteKind.Observed, "deleted");
        Change looked = WorkMoves.ended(applied, new AttemptResult.Mended(false, List.of(note)), 0, NOW);
        assertEquals(
                List.of(Kind.Deployed),
                looked.records().stream().map(Change.DeploymentRecord::kind).toList());
        assertEquals(List.of(note), looked.target().notes());
        assertEquals(Target.Work.Mend, looked.target().work());
        assertTrue(looked.target().dueAt().isAfter(NOW));
        Change again = WorkMoves.ended(looked.target(), new AttemptResult.Mended(false, List.of(note)), 0, NOW);
        assertEquals(List.of(), again.records());

        Target settled = WorkMoves.ended(again.target(), new AttemptResult.Mended(true, List.of()), 0, NOW)
                .target();
        Target late = notBegun(again.target(), false, NOW.plus(MINUTE)).target();
        for (Target over : List.of(settled, late)) {
            assertEquals(Target.Work.None, over.work());
            assertNull(over.dueAt());
            assertEquals(Outcome.Applied, over.outcome());
        }
    }

    @Test
    @DisplayName("K7 whatever a look ends with, the target stays applied and is looked at again; a prune goes before")
    void aFailedLookIsRepeated() {
        Target applied = done(Purpose.Rollback, "StatefulSet");
        for (AttemptResult attempt : List.of(
                new AttemptResult.RetryLater(DeploymentReason.Unreachable, "x", null, false, true, List.of()),
                new AttemptResult.Refused(
                        "Forbidden", "no", List.of(new Fault(SET, "Forbidden", "no", null, null, false)), List.of()),
                new AttemptResult.Stopped(DeploymentReason.LeaseLost, List.of()))) {
            Target after = WorkMoves.ended(applied, attempt, 0.5, NOW).target();
            assertEquals(Outcome.Applied, after.outcome());
            assertEquals(Target.Work.Mend, after.work());
            assertTrue(after.dueAt().isAfter(NOW), attempt.toString());
        }
        Target pruning = TargetMoves.prune(applied, 5, MINUTE, NOW).target();
        assertEquals(Target.Work.Prune, pruning.work());
        Target pruned = WorkMoves.ended(pruning, new AttemptResult.Pruned(List.of(), List.of(), null, false), 0, NOW)
                .target();
        assertEquals(Target.Work.Mend, pruned.work());
        assertEquals(NOW, pruned.dueAt());
    }

    @Test
    @DisplayName("K7 without StatefulSets, and after a deployment, there is nothing to look after")
    void nothingElseIsLookedAfter() {
        for (Target target : List.of(done(Purpose.Rollback, "Deployment"), done(Purpose.Deploy, "StatefulSet"))) {
            assertEquals(Target.Work.None, target.work());
            assertNull(target.dueAt());
        }
    }

    @Test
    @DisplayName("K17 after a deployment that mends, a StatefulSet is looked after as after a rollback")
    void aMendingDeploymentLooksAfterSets() {
        Target target = done(Purpose.Deploy, true, "StatefulSet");

        assertEquals(Target.Work.Mend, target.work());
        assertEquals(NOW, target.dueAt());
    }

    @Test
    @DisplayName("K7 a set waits for Pods of its own that are of another revision and not kept back by its partition")
    void abandonedPodsAreOfAnotherRevision() {
        Map<String, Object> set = Json.of("""
                {"metadata": {"uid": "u", "generation": 2},
                 "spec": {"ordinals": {"start": 1}, "updateStrategy": {"rollingUpdate": {"partition": 1}}},
                 "status": {"observedGeneration": 2, "updateRevision": "new"}}""");
        List<Map<String, Object>> pods = List.of(
                pod("db-1", "u", "old"), pod("db-2", "u", "old"), pod("db-3", "u", "new"), pod("db-4", "other", "old"));
        assertEquals(List.of(pods.get(1)), AbandonedPods.of(set, pods));
        assertTrue(AbandonedPods.isObserved(set));
        assertFalse(AbandonedPods.isObserved(
                Json.of("{\"metadata\": {\"generation\": 3}, \"status\": {\"observedGeneration\": 2}}")));
    }

    private static Map<String, Object> pod(String name, String owner, String revision) {
        return Json.of("""
                {"metadata": {"name": "%s", "ownerReferences": [{"uid": "%s"}],
                 "labels": {"controller-revision-hash": "%s"}}}""".formatted(name, owner, revision));
    }

    private static Target done(Purpose purpose, String kind) {
        return done(purpose, false, kind);
    }

    private static Target done(Purpose purpose, boolean mends, String kind) {
        Assignment wanted = new Assignment(
                5,
                "command",
                purpose,
                false,
                "stage",
                1,
                "hash",
                "hash",
                Map.of(),
                new ApplyPolicy(false, List.of(), false),
                mends ? true : null,
                "{}",
                "run",
                "event");
        Target pending = TargetMoves.assign(Optional.empty(), KEY, wanted, MINUTE, true, false, NOW)
                .target();
        AppliedObject object = new AppliedObject(
                new ObjectName("apps/v1", kind, "shop", "db"), "any", "uid", 1, "1", null, null, null, null);
        return WorkMoves.ended(pending, new AttemptResult.Done(List.of(object), List.of()), 0, NOW)
                .target();
    }
}
