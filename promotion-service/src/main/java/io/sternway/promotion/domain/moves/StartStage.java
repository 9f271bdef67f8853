package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.GivingUp;
import io.sternway.promotion.domain.narration.StageStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.Situation.Owner;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import io.sternway.promotion.domain.rules.stage.Membership;
import io.sternway.promotion.domain.rules.stage.StageCause;
import io.sternway.settings.StageSettings;
import io.sternway.settings.StageSettings.EmptyStage;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Starts a stage: takes the membership snapshot, and the stage over from the run before (R3, R6). */
final class StartStage {
    private static final Duration BLOCKED_LOOK = Duration.ofSeconds(30);

    private StartStage() {}

    static void start(Draft draft, Run run, StageRun part) {
        StageSettings settings = draft.settings().stage(part.stage()).orElse(null);
        if (settings == null) {
            MoveStage.move(draft, run, part, StageCause.NotInDocument, StageStory.notInDocument(part));
            return;
        }
        Inventory inventory = draft.inventory();
        if (inventory == null) {
            block(draft, run, part, StageStory.inventoryUnknown(part));
            return;
        }
        List<String> members = Membership.members(draft, inventory, settings);
        if (members.isEmpty()) {
            empty(draft, run, part, settings);
            return;
        }
        List<String> unresolved = unresolved(draft, run, part, inventory, members);
        if (!unresolved.isEmpty()) {
            draft.put(run.withFailedStage(part.stage()));
            MoveStage.move(draft, run, part, StageCause.Unresolvable, StageStory.unresolved(run, part, unresolved));
            return;
        }
        begin(draft, run, part, settings, members);
    }

    private static void begin(Draft draft, Run run, StageRun part, StageSettings settings, List<String> members) {
        Optional<Owner> before =
                draft.owner(part.stage()).filter(old -> old.run().number() != run.number());
        takeOver(draft, run, part.stage());
        StageRun started = part.withSettings(settings).withMembers(members).withStartedAt(draft.now());
        Why why = StageStory.starts(run, part, members);
        Run changed = MoveStage.replace(draft, run, started);
        StageRun moved = MoveStage.move(draft, changed, started, StageCause.Started, why);
        before.ifPresent(old -> abandon(draft, old, run.number()));
        AdvanceStage.deploy(draft, changed, moved);
        before.ifPresent(old -> FailStage.cancel(draft, old.run(), old.part(), AuditReason.NewerRun));
    }

    /** What the run before had not finished here is nobody's until this run dispatches there, or puts it back (R3). */
    private static void abandon(Draft draft, Owner old, long newer) {
        if (old.part().phase() != StagePhase.Superseded) {
            return;
        }
        for (Target target : draft.targetsOf(old.part().stage())) {
            if (Long.valueOf(old.run().number()).equals(target.desired().run()) && !target.isGivenUp()) {
                draft.put(target.withGivenUp(GivingUp.unfinished(target, newer, draft.now())));
            }
        }
    }

    private static void empty(Draft draft, Run run, StageRun part, StageSettings settings) {
        boolean skip = settings.emptyStage() == EmptyStage.Skip;
        Why why = StageStory.nobodyMatches(part, skip);
        if (skip) {
            MoveStage.move(draft, run, part, StageCause.NobodyMatches, why);
        } else {
            block(draft, run, part, why);
        }
    }

    /** Every member left while the stage was being deployed: it is never "succeeded" for that (R6). */
    static void emptied(Draft draft, Run run, StageRun part) {
        boolean skip = part.settings().emptyStage() == EmptyStage.Skip;
        StageCause cause = skip ? StageCause.NobodyMatches : StageCause.AllLeft;
        MoveStage.move(draft, run, part, cause, StageStory.allLeft(part, skip));
    }

    private static void block(Draft draft, Run run, StageRun part, Why why) {
        // A reading that was stored while this decision was made does not wake it.
        draft.lookAgain(LookAgain.in(BLOCKED_LOOK, draft.now()));
        if (!why.reason().name().equals(part.reason())) {
            MoveStage.replace(draft, run, part.withReason(why.reason().name()).withMessage(why.message()));
            draft.tell(StageStory.blocked(run, part, why));
        }
    }

    private static List<String> unresolved(
            Draft draft, Run run, StageRun part, Inventory inventory, List<String> members) {
        Snapshot snapshot = draft.revision(run.revision()).snapshot(part.stage());
        List<String> unresolved = new ArrayList<>();
        for (String member : members) {
            Set<String> missing = snapshot.missing(Membership.labels(inventory, member));
            if (!missing.isEmpty()) {
                unresolved.add("cluster " + member + " has no label " + String.join(", ", missing));
            }
        }
        return unresolved;
    }

    private static void takeOver(Draft draft, Run run, String stage) {
        for (Rollback rollback : draft.rollbacks()) {
            if (rollback.stage().equals(stage)) {
                FollowRollback.supersede(draft, rollback, run.number());
            }
        }
        draft.put(draft.stage(stage).ownedBy(run.number()));
    }
}
