package io.sternway.promotion.domain.rules.targets;

import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.Situation.Owner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may be done with a target, and how it stands. */
public final class TargetRules {

    private TargetRules() {}

    /** How it stands, from its facts alone. */
    public static TargetPhase phase(Target target) {
        if (target.desired().purpose() == Purpose.Release) {
            return TargetPhase.Releasing;
        }
        GivenUp givenUp = target.givenUp();
        if (givenUp != null && target.isGivenUp()) {
            return givenUp.owed() ? TargetPhase.Owed : TargetPhase.Failed;
        }
        HealthFact verdict = target.verdict();
        if (verdict != null) {
            return switch (verdict.state()) {
                case Ready -> TargetPhase.Healthy;
                case Degraded, Failed -> TargetPhase.Degraded;
                case Unknown -> TargetPhase.Unknown;
                case Progressing -> TargetPhase.Applied;
            };
        }
        if (target.applied()) {
            return TargetPhase.Applied;
        }
        return target.desired().cancelled() ? TargetPhase.Cancelled : TargetPhase.Dispatched;
    }

    /** A stage that is being deployed waits for it. */
    public static boolean awaited(Situation situation, Target target) {
        return mine(situation, target)
                .filter(owner -> target.desired().run() != null)
                .filter(owner -> owner.part().phase().active())
                .isPresent();
    }

    /** The executor has not ended what it was told last: it may be told not to begin. */
    public static boolean open(Target target) {
        DeploymentFact answer = target.answer();
        boolean answered = answer != null
                && answer.answer() != DeploymentFact.Answer.Pending
                && answer.answer() != DeploymentFact.Answer.SnapshotUnknown;
        return !target.applied() && !answered && !target.desired().cancelled();
    }

    /**
     * Objects that its snapshot no longer has may go: it is healthy, in a rollback also when it was, or its deadline has
     * come; never after a failed deployment (K5).
     */
    public static boolean mayPrune(Situation situation, Target target) {
        GivenUp givenUp = target.givenUp();
        boolean refused = givenUp != null && givenUp.kind() == GivenUp.Kind.Refused;
        return switch (target.desired().purpose()) {
            case Deploy -> !target.isGivenUp() && target.ready() && keeps(situation, target);
            case Join -> !target.isGivenUp() && target.ready();
            case Rollback ->
                target.ready() || target.soak().reached() || (target.isGivenUp() && target.applied() && !refused);
            case Release -> false;
        };
    }

    /** Its run is still responsible, a newer one may have taken over elsewhere (R3), and it has not stopped here. */
    private static boolean keeps(Situation situation, Target target) {
        return mine(situation, target)
                .filter(owner -> target.desired().run() != null)
                .filter(owner -> owner.part().phase().keepsContent())
                .isPresent();
    }

    /** It is owed something, and its cluster changed from not reached to reached since it was dispatched (R20). */
    public static boolean returned(Situation situation, Target target) {
        GivenUp givenUp = target.givenUp();
        ClusterView cluster = situation.cluster(target.cluster());
        return givenUp != null
                && target.owed()
                && cluster != null
                && cluster.reached()
                && cluster.returns() > givenUp.returns();
    }

    /**
     * Somebody still wants it to hold what is desired: not after Halt, and not when a newer run took over (R3, R16).
     *
     * @param owed it was given up for want of an answer
     */
    public static boolean wanted(Situation situation, Target target, boolean owed) {
        Optional<Owner> mine = mine(situation, target);
        return switch (target.desired().purpose()) {
            case Deploy ->
                mine.map(owner -> owner.part().phase())
                        .filter(phase -> phase.passed() || (!owed && phase.active()))
                        .isPresent();
            case Join ->
                situation
                                .owner(target.stage())
                                .filter(owner -> owner.part().phase().active())
                                .isEmpty()
                        && situation.revision(target.desired().revision()).quarantine() == null;
            case Rollback -> mine.isPresent() && rollback(situation, target) != null;
            case Release -> false;
        };
    }

    /** The rollback that asked for what it is to hold. */
    public static @Nullable Rollback rollback(Situation situation, Target target) {
        String id = target.desired().rollback();
        return id == null ? null : situation.rollback(id);
    }

    /** Who is responsible for its stage, if that is the run that dispatched it, or if no run did. */
    private static Optional<Owner> mine(Situation situation, Target target) {
        Long run = target.desired().run();
        return situation
                .owner(target.stage())
                .filter(owner -> run == null || run == owner.run().number());
    }
}
