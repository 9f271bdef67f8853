package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.fleet.Membership;
import io.sternway.promotion.domain.revision.Snapshot;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.rollback.RollbackProgress;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageMoves.Why;
import io.sternway.promotion.domain.target.GivenUp;
import io.sternway.promotion.domain.target.Target;
import io.sternway.settings.StageSettings;
import io.sternway.settings.StageSettings.EmptyStage;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Starts a stage: takes the membership snapshot, and the stage over from the run before (R3, R6). */
public final class Start {

    private static final Duration BLOCKED_LOOK = Duration.ofSeconds(30);

    static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private Start() {}

    static void start(Draft draft, Run run, StageRun part) {
        Optional<StageSettings> settings = draft.settings().stage(part.stage());
        if (settings.isEmpty()) {
            StageMoves.move(
                    draft,
                    run,
                    part,
                    StageCause.NotInDocument,
                    Why.of(AuditReason.SettingsOnly, "Stage " + part.stage() + " is not in the document any more."));
            return;
        }
        Inventory inventory = draft.fleet().inventory();
        if (inventory == null) {
            block(
                    draft,
                    run,
                    part,
                    AuditReason.InventoryUnknown,
                    "Stage " + part.stage()
                            + " waits: which clusters there are is not known until the inventory has been read.");
            return;
        }
        List<String> members = Membership.members(draft, inventory, settings.get());
        if (members.isEmpty()) {
            empty(draft, run, part, settings.get());
            return;
        }
        List<String> unresolved = unresolved(draft, run, part, inventory, members);
        if (!unresolved.isEmpty()) {
            draft.put(run.failedIn(part.stage()));
            StageMoves.move(
                    draft,
                    run,
                    part,
                    StageCause.Unresolvable,
                    new Why(
                            AuditReason.UnresolvedPlaceholder,
                            "Revision " + run.revision() + " cannot be brought to stage " + part.stage() + ": "
                                    + String.join("; ", unresolved) + ". Nothing was dispatched.",
                            Actor.SYSTEM,
                            Map.of("unresolved", unresolved)));
            return;
        }
        Optional<Owner> before =
                draft.owner(part.stage()).filter(old -> old.run().number() != run.number());
        takeOver(draft, run, part.stage());
        StageRun started = part.started(settings.get(), members, draft.now());
        Run changed = StageMoves.replace(draft, run, started);
        StageRun moved = StageMoves.move(
                draft,
                changed,
                started,
                StageCause.Started,
                new Why(
                        part.equals(run.stages().get(0)) ? AuditReason.FirstStage : AuditReason.PreviousStageDone,
                        "Stage " + part.stage() + " starts with revision " + run.revision() + " on " + members.size()
                                + " clusters.",
                        Actor.SYSTEM,
                        Map.of("clusters", members)));
        before.ifPresent(old -> abandon(draft, old, run.number()));
        Advance.deploy(draft, changed, moved);
        before.ifPresent(old -> Failure.cancel(draft, old.run(), old.part(), AuditReason.NewerRun));
    }

    /** What the run before had not finished here is nobody's until this run dispatches there, or puts it back (R3). */
    private static void abandon(Draft draft, Owner old, long newer) {
        if (old.part().phase() != StagePhase.Superseded) {
            return;
        }
        for (Target target : draft.targetsOf(old.part().stage())) {
            if (Long.valueOf(old.run().number()).equals(target.desired().run()) && !target.isGivenUp()) {
                draft.put(target.withGivenUp(new GivenUp(
                        target.desired().epoch(),
                        GivenUp.Kind.Superseded,
                        false,
                        "Superseded",
                        "Run " + newer + " took over before cluster " + target.cluster()
                                + " had finished with revision "
                                + target.desired().revision() + ".",
                        draft.now(),
                        Long.MAX_VALUE,
                        null)));
            }
        }
    }

    private static void empty(Draft draft, Run run, StageRun part, StageSettings settings) {
        String nobody = "No cluster matches the selector of stage " + part.stage();
        if (settings.emptyStage() == EmptyStage.Skip) {
            StageMoves.move(
                    draft,
                    run,
                    part,
                    StageCause.NobodyMatches,
                    Why.of(AuditReason.EmptyStage, nobody + "; it is skipped, as emptyStage: Skip says."));
        } else {
            block(draft, run, part, AuditReason.EmptyStage, nobody + "; it waits until one does.");
        }
    }

    /** Every member left while the stage was being deployed: it is never "succeeded" for that (R6). */
    static void emptied(Draft draft, Run run, StageRun part) {
        boolean skip = part.settings().emptyStage() == EmptyStage.Skip;
        StageMoves.move(
                draft,
                run,
                part,
                skip ? StageCause.NobodyMatches : StageCause.AllLeft,
                Why.of(
                        AuditReason.EmptyStage,
                        "Every cluster of stage " + part.stage() + " left; it "
                                + (skip ? "is skipped, as emptyStage: Skip says." : "waits until one is there.")));
    }

    private static void block(Draft draft, Run run, StageRun part, AuditReason reason, String message) {
        // A reading that was stored while this decision was made does not wake it.
        draft.lookAgainIn(BLOCKED_LOOK);
        if (reason.name().equals(part.reason())) {
            return;
        }
        StageMoves.replace(draft, run, part.blocked(reason.name(), message));
        draft.audit(AuditType.StageBlocked, AuditKind.stage, reason, message)
                .revision(run.revision())
                .run(run.number())
                .stage(part.stage())
                .from(part.phase())
                .to(part.phase())
                .record();
    }

    private static List<String> unresolved(
            Draft draft, Run run, StageRun part, Inventory inventory, List<String> members) {
        Snapshot snapshot = draft.revision(run.revision()).snapshot(part.stage());
        List<String> unresolved = new ArrayList<>();
        for (String member : members) {
            TreeSet<String> missing = new TreeSet<>(snapshot.labels());
            missing.removeAll(inventory
                    .current()
                    .clusters()
                    .getOrDefault(member, Map.of())
                    .keySet());
            if (!missing.isEmpty()) {
                unresolved.add("cluster " + member + " has no label " + String.join(", ", missing));
            }
        }
        return unresolved;
    }

    private static void takeOver(Draft draft, Run run, String stage) {
        for (Rollback rollback : draft.rollbacks()) {
            if (rollback.stage().equals(stage)) {
                RollbackProgress.supersede(draft, rollback, run.number());
            }
        }
        draft.put(draft.stage(stage).ownedBy(run.number()));
    }
}
