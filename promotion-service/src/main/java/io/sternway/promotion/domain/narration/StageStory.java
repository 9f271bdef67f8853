package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is said about stages. */
public final class StageStory {
    private static final int DESCRIBED = 3;

    private StageStory() {}

    /** It moved from one phase to another. */
    public static AuditDraft moved(AuditType type, Run run, StageRun before, StagePhase to, Why why) {
        return AuditDraft.ofStage(type, why.reason(), why.message(), run, before.stage())
                .from(before.phase())
                .to(to)
                .by(why.actor())
                .with(why.details());
    }

    /** It cannot start, and says so once. */
    public static AuditDraft blocked(Run run, StageRun part, Why why) {
        return AuditDraft.ofStage(AuditType.StageBlocked, why.reason(), why.message(), run, part.stage())
                .from(part.phase())
                .to(part.phase());
    }

    /** Another revision is stable there, or none any more. */
    public static AuditDraft stableMoved(Stage before, Stage after, long run, AuditReason reason) {
        String message = after.stable() == null
                ? "Stage " + after.name() + " has no stable revision any more."
                : "Revision " + after.stable() + " is now the stable revision of stage " + after.name() + ".";
        return new AuditDraft(AuditType.StableRevisionMoved, AuditKind.stage, reason, message)
                .revision(after.stable() == null ? Objects.requireNonNull(before.stable()) : after.stable())
                .run(run)
                .stage(after.name())
                .from(before.stable())
                .to(after.stable());
    }

    // ---- why a stage starts, or does not

    public static Why starts(Run run, StageRun part, List<String> members) {
        boolean first = part.equals(run.stages().get(0));
        return Why.of(
                first ? AuditReason.FirstStage : AuditReason.PreviousStageDone,
                "Stage " + part.stage() + " starts with revision " + run.revision() + " on " + members.size()
                        + " clusters.",
                Map.of("clusters", members));
    }

    public static Why notInDocument(StageRun part) {
        return Why.of(AuditReason.SettingsOnly, "Stage " + part.stage() + " is not in the document any more.");
    }

    public static Why inventoryUnknown(StageRun part) {
        return Why.of(
                AuditReason.InventoryUnknown,
                "Stage " + part.stage()
                        + " waits: which clusters there are is not known until the inventory has been read.");
    }

    public static Why nobodyMatches(StageRun part, boolean skip) {
        return Why.of(
                AuditReason.EmptyStage,
                "No cluster matches the selector of stage " + part.stage() + "; "
                        + (skip ? "it is skipped, as emptyStage: Skip says." : "it waits until one does."));
    }

    public static Why allLeft(StageRun part, boolean skip) {
        return Why.of(
                AuditReason.EmptyStage,
                "Every cluster of stage " + part.stage() + " left; it "
                        + (skip ? "is skipped, as emptyStage: Skip says." : "waits until one is there."));
    }

    public static Why unresolved(Run run, StageRun part, List<String> unresolved) {
        return Why.of(
                AuditReason.UnresolvedPlaceholder,
                "Revision " + run.revision() + " cannot be brought to stage " + part.stage() + ": "
                        + String.join("; ", unresolved) + ". Nothing was dispatched.",
                Map.of("unresolved", unresolved));
    }

    // ---- how it comes forward

    public static Why notAllHealthy(StageRun part) {
        return Why.of(
                AuditReason.NotAllHealthy,
                "Stage " + part.stage() + " is no longer healthy on all clusters; it waits until it is again.");
    }

    public static Why allHealthy(Run run, StageRun part) {
        Duration soak = part.settings().rollout().minSuccessTime();
        return Why.of(
                AuditReason.AllHealthy,
                "Stage " + part.stage() + " is healthy at revision " + run.revision()
                        + (soak.isZero()
                                ? "; it waits until reports show that it stays so."
                                : " and must stay so for " + Wording.duration(soak) + "."));
    }

    /**
     * Every target has soaked; it waits for gates.
     *
     * @param shut those gates
     */
    public static Why allSoaked(StageRun part, List<Gate> shut) {
        List<String> waits = new ArrayList<>();
        Duration delay = part.settings().delay();
        if (!delay.isZero()) {
            waits.add("its delay of " + Wording.duration(delay));
        }
        if (shut.stream().anyMatch(gate -> gate.kind() == Gate.Kind.Prune)) {
            waits.add("the removal of what older revisions left");
        }
        if (waits.isEmpty()) {
            waits.add("a fresh report of every cluster");
        }
        return Why.of(
                AuditReason.AllSoaked,
                "Stage " + part.stage() + " is healthy on all clusters for long enough; it waits for "
                        + String.join(" and ", waits) + ".");
    }

    public static Why succeeded(Run run, StageRun part, List<String> failed, List<String> unpruned) {
        Map<String, Object> details = new TreeMap<>();
        int all = part.members().size();
        String message = "Stage " + part.stage() + " has succeeded with revision " + run.revision() + " on "
                + (all - failed.size()) + " of " + all + " clusters.";
        if (!failed.isEmpty()) {
            details.put("tolerated", failed);
            message += " Tolerated failures: " + Wording.list(failed) + ".";
        }
        if (!unpruned.isEmpty()) {
            details.put("pruneIncomplete", unpruned);
            message += " Objects of an older revision are left on: " + Wording.list(unpruned) + ".";
        }
        return Why.of(AuditReason.GatesOpen, message, details);
    }

    // ---- how it fails

    /**
     * More of its targets failed than it tolerates.
     *
     * @param silence all of them for want of an answer, so that onNoEvidence decides
     */
    public static Why failed(
            Run run, StageRun part, List<Target> failed, int tolerated, boolean silence, OnFailure action) {
        StringBuilder text = new StringBuilder("Revision " + run.revision() + " failed in stage " + part.stage()
                + ": " + failed.size() + " of " + part.members().size() + " clusters, " + tolerated
                + " tolerated.");
        failed.stream().limit(DESCRIBED).forEach(t -> text.append(' ').append(given(t).message()));
        if (failed.size() > DESCRIBED) {
            text.append(" And ").append(failed.size() - DESCRIBED).append(" more.");
        }
        Map<String, Object> causes = new TreeMap<>();
        failed.forEach(t -> causes.put(t.cluster(), given(t).kind() + ": " + given(t).reason()));
        Map<String, Object> details = new TreeMap<>();
        details.put("failed", causes);
        details.put("tolerated", tolerated);
        details.put("action", action.name());
        return new Why(
                silence ? AuditReason.NoEvidence : AuditReason.TooManyFailures,
                text.toString(),
                Actor.policy(silence ? "onNoEvidence" : "onFailure"),
                details);
    }

    /** An earlier stage of the run failed (R22). */
    public static Why earlierFailed(StageRun failed, StageRun later, String message) {
        return new Why(
                AuditReason.EarlierStageFailed,
                "Stage " + failed.stage() + " of the same run failed before stage " + later.stage() + " had succeeded. "
                        + message,
                Actor.policy("onFailure"),
                Map.of("failedStage", failed.stage()));
    }

    /** R18: it should go back and cannot. */
    public static Why nothingToGoBackTo(StageRun part, boolean othersSucceeded, Why failure) {
        return failure.as(AuditReason.NoRollbackTarget)
                .and(" There is nothing to go back to: "
                        + (othersSucceeded
                                ? "every other revision that succeeded in stage " + part.stage() + " is quarantined."
                                : "no other revision ever succeeded in stage " + part.stage() + ".")
                        + " Clusters keep what they have; somebody must act.");
    }

    private static GivenUp given(Target target) {
        @Nullable GivenUp givenUp = target.givenUp();
        return Objects.requireNonNull(givenUp, () -> target.cluster() + " is not given up");
    }
}
