package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.Dispatch.Addressee;
import io.sternway.promotion.domain.target.Dispatch.Order;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditReason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches a target again, with a new epoch: after StageDeployStopped, which is no failure (its deadline runs on), and
 * an owed one once its cluster has come back (R20; a new chance with a new deadline).
 */
public final class Repetition {

    private Repetition() {}

    /** Does so if it is time. */
    public static void repeat(Draft draft, Target target) {
        Desired desired = target.desired();
        GivenUp givenUp = target.givenUp();
        if (givenUp != null && target.isGivenUp()) {
            if (givenUp.owed() && returned(draft, target, givenUp) && wanted(draft, target, true)) {
                send(
                        draft,
                        target,
                        AuditReason.Returned,
                        new Addressee(target.cluster(), desired.labels(), desired.attempt() + 1, draft.now(), givenUp));
            }
            return;
        }
        if (target.stopped() && !desired.cancelled() && wanted(draft, target, false)) {
            send(
                    draft,
                    target,
                    AuditReason.Retry,
                    new Addressee(
                            target.cluster(), desired.labels(), desired.attempt() + 1, desired.clockFrom(), givenUp));
        }
    }

    /** The cluster changed from not reached to reached since the target was dispatched. */
    private static boolean returned(Draft draft, Target target, GivenUp givenUp) {
        ClusterView cluster = draft.cluster(target.cluster());
        return cluster != null && cluster.reached() && cluster.returns() > givenUp.returns();
    }

    /** Somebody still wants it to hold what is desired: not after Halt, and not when a newer run took over (R3, R16). */
    private static boolean wanted(Draft draft, Target target, boolean owed) {
        Optional<Owner> owner = draft.owner(target.stage());
        boolean mine = owner.isPresent()
                && (target.desired().run() == null
                        || target.desired().run().equals(owner.get().run().number()));
        return switch (target.desired().purpose()) {
            case Deploy ->
                mine
                        && (owner.get().part().phase().passed()
                                || (!owed && owner.get().part().phase().active()));
            case Join ->
                (owner.isEmpty() || !owner.get().part().phase().active())
                        && draft.revision(target.desired().revision()).quarantine() == null;
            case Rollback -> mine && rollback(draft, target) != null;
            case Release -> false;
        };
    }

    private static @Nullable Rollback rollback(Draft draft, Target target) {
        String id = target.desired().rollback();
        return id == null ? null : draft.rollback(id);
    }

    private static void send(Draft draft, Target target, AuditReason reason, Addressee to) {
        Desired desired = target.desired();
        StageSettings settings = draft.owner(target.stage())
                .map(Owner::part)
                .map(StageRun::settings)
                .or(() -> draft.settings().stage(target.stage()))
                .orElse(null);
        if (settings != null) {
            Order order = new Order(
                    desired.purpose(),
                    target.stage(),
                    desired.revision(),
                    desired.run(),
                    rollback(draft, target),
                    settings,
                    reason);
            Dispatch.send(draft, order, List.of(to));
        }
    }
}
