package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.target.PruneStatus.State;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects that a snapshot no longer has go when its target is healthy, in a rollback also when it was, and at its deadline
 * at the latest, never after a failed deployment (K5).
 */
public final class Pruning {

    private Pruning() {}

    /** Asks for the prunes of a stage that may be done now, and ends those whose deadline has passed. */
    public static void prune(Draft draft, String stage) {
        Map<String, Long> epochs = new TreeMap<>();
        Duration deadline = Duration.ZERO;
        for (Target target : draft.targetsOf(stage)) {
            if (target.prune().state() == State.NotRequested && mayPrune(draft, target)) {
                epochs.put(target.cluster(), target.desired().epoch());
                deadline = target.desired().progressDeadline();
                draft.put(target.with(new PruneStatus(State.Requested, draft.now(), deadline, null)));
            } else {
                expire(draft, target);
            }
        }
        if (!epochs.isEmpty()) {
            long first = epochs.values().stream().min(Long::compare).orElseThrow();
            draft.effect(new Effect.Prune(draft.ref().commandId("prune", first), stage, deadline, epochs));
        }
    }

    private static boolean mayPrune(Draft draft, Target target) {
        GivenUp givenUp = target.givenUp();
        boolean timedOut = givenUp != null && target.isGivenUp() && givenUp.kind() != GivenUp.Kind.Refused;
        return switch (target.desired().purpose()) {
            case Deploy -> !target.isGivenUp() && target.ready() && ongoing(draft, target);
            case Join -> !target.isGivenUp() && target.ready();
            case Rollback -> target.ready() || target.soak().reached() || (timedOut && target.applied());
            case Release -> false;
        };
    }

    /** Its run is still responsible, a newer one may have taken over elsewhere (R3), and it has not stopped here. */
    private static boolean ongoing(Draft draft, Target target) {
        return draft.owner(target.stage())
                .filter(owner -> Long.valueOf(owner.run().number())
                        .equals(target.desired().run()))
                .map(Owner::part)
                .filter(part -> part.phase().active()
                        || part.phase() == StagePhase.Succeeded
                        || part.phase() == StagePhase.Failed
                        || part.phase() == StagePhase.Superseded)
                .isPresent();
    }

    private static void expire(Draft draft, Target target) {
        Instant requested = target.prune().requestedAt();
        if (target.prune().state() == State.Requested
                && requested != null
                && Deadline.acts(
                        draft, target.cluster(), requested, target.prune().deadline())) {
            Target late = target.with(new PruneStatus(
                    State.Incomplete,
                    requested,
                    target.prune().deadline(),
                    "nothing was heard of the prune within its deadline"));
            draft.put(late);
            ended(draft, late);
        }
    }

    /** Ends the prune of a target that the executor has said to have ended. */
    static void heed(Draft draft, Target target, DeploymentFact answer) {
        PruneStatus before = target.prune();
        boolean done = answer.prune() == PruneState.Done && before.state() != State.Done;
        boolean failed = answer.prune() == PruneState.Failed && !before.ended();
        if (done || failed) {
            Target after = target.with(new PruneStatus(
                    done ? State.Done : State.Incomplete,
                    before.requestedAt(),
                    before.deadline(),
                    answer.pruneMessage()));
            draft.put(after);
            ended(draft, after);
        }
    }

    /** Records how a target's prune ended. */
    private static void ended(Draft draft, Target target) {
        boolean done = target.prune().state() == State.Done;
        String left =
                target.prune().message() == null ? "" : ": " + target.prune().message();
        draft.audit(
                        done ? AuditType.TargetPruneCompleted : AuditType.TargetPruneIncomplete,
                        AuditKind.target,
                        done ? AuditReason.Pruned : AuditReason.PruneIncomplete,
                        done
                                ? "Cluster " + target.cluster() + " holds nothing of older revisions any more."
                                : "Cluster " + target.cluster() + " still holds objects of an older revision" + left
                                        + ".")
                .revision(target.desired().revision())
                .run(target.desired().run())
                .stage(target.stage())
                .cluster(target.cluster())
                .with("epoch", target.desired().epoch())
                .with("purpose", target.desired().purpose().name())
                .record();
    }
}
