package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.Stage.StageSuccess;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.Target.Held;
import io.sternway.promotion.domain.narration.RevisionStory;
import io.sternway.promotion.domain.rules.stage.KeptRevisions;
import io.sternway.promotion.domain.rules.stage.StageConditions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The end of a decision: conditions are renewed, and what nothing refers to any more leaves the state; it stays in the
 * records that were published.
 */
public final class Tidy {

    private Tidy() {}

    public static void tidy(Draft draft) {
        draft.runs().forEach(run -> renewConditions(draft, run));
        draft.runs().forEach(run -> forget(draft, run));
        for (Rollback rollback : draft.rollbacks()) {
            if (!rollback.inProgress() && !rollback.owed()) {
                draft.forget(rollback);
            }
        }
        HeedAnswers.tidy(draft);
        forgetRevisions(draft);
    }

    private static void renewConditions(Draft draft, Run run) {
        for (StageRun part : run.stages()) {
            boolean current = part.phase() == StagePhase.Pending
                    || draft.owned(run, part.stage()).isPresent();
            List<Condition> conditions = current ? StageConditions.of(draft, run, part) : part.conditions();
            if (!conditions.equals(part.conditions())) {
                MoveStage.replace(draft, run, part.withConditions(conditions));
            }
        }
        Run renewed = draft.run(run.number());
        List<Condition> conditions = StageConditions.of(draft, run);
        if (renewed != null && !conditions.equals(renewed.conditions())) {
            draft.put(renewed.withConditions(conditions));
        }
    }

    private static void forget(Draft draft, Run run) {
        boolean owns = draft.stages().stream()
                .map(Stage::owner)
                .anyMatch(owner -> Long.valueOf(run.number()).equals(owner));
        if (!owns && !run.inFlight() && run.number() != draft.newestRun()) {
            draft.forget(run);
        }
    }

    /** R27. */
    private static void forgetRevisions(Draft draft) {
        List<Revision> surplus = KeptRevisions.surplus(draft);
        for (Revision revision : surplus) {
            draft.forget(revision);
            draft.tell(RevisionStory.forgotten(revision, draft.settings().revisionHistoryLimit()));
        }
        if (!surplus.isEmpty()) {
            retireSnapshots(draft);
            forgetSuccesses(draft);
        }
    }

    private static void retireSnapshots(Draft draft) {
        Set<String> used = new HashSet<>();
        draft.revisions().values().forEach(revision -> used.addAll(revision.hashes()));
        for (String hash : List.copyOf(draft.snapshots())) {
            if (!used.contains(hash)) {
                draft.snapshots().remove(hash);
                draft.effect(new Effect.RetireSnapshot(hash));
            }
        }
    }

    /** What succeeded once and is forgotten is no rollback target, and no target needs its inputs. */
    private static void forgetSuccesses(Draft draft) {
        for (Stage stage : draft.stages()) {
            List<StageSuccess> kept = stage.history().stream()
                    .filter(s -> draft.revisions().containsKey(s.revision()))
                    .toList();
            if (kept.size() != stage.history().size()) {
                draft.put(new Stage(stage.name(), stage.owner(), stage.stable(), kept));
            }
        }
        for (Target target : draft.targets()) {
            Map<Long, Held> kept = new HashMap<>(target.ledger());
            if (kept.keySet().retainAll(draft.revisions().keySet())) {
                draft.put(target.withLedger(kept));
            }
        }
    }
}
