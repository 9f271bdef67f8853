package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.moves.Dispatch.Addressee;
import io.sternway.promotion.domain.moves.Dispatch.Order;
import io.sternway.promotion.domain.rules.Situation.Owner;
import io.sternway.promotion.domain.rules.targets.TargetRules;
import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.List;

/**
 * Dispatches a target again, with a new epoch: after StageDeployStopped, which is no failure (its deadline runs on), and an
 * owed one once its cluster has come back (R20; a new chance with a new deadline).
 */
public final class RepeatTargets {

    private RepeatTargets() {}

    /** Does so if it is time. */
    public static void repeat(Draft draft, Target target) {
        if (target.isGivenUp()) {
            if (TargetRules.returned(draft, target) && TargetRules.wanted(draft, target, true)) {
                send(draft, target, draft.now(), AuditReason.Returned);
            }
        } else if (target.stopped() && !target.desired().cancelled() && TargetRules.wanted(draft, target, false)) {
            send(draft, target, target.desired().clockFrom(), AuditReason.Retry);
        }
    }

    private static void send(Draft draft, Target target, Instant clockFrom, AuditReason reason) {
        Desired desired = target.desired();
        Addressee to =
                new Addressee(target.cluster(), desired.labels(), desired.attempt() + 1, clockFrom, target.givenUp());
        draft.owner(target.stage())
                .map(Owner::part)
                .map(StageRun::settings)
                .or(() -> draft.settings().stage(target.stage()))
                .map(settings -> new Order(
                        desired.purpose(),
                        target.stage(),
                        desired.revision(),
                        desired.run(),
                        TargetRules.rollback(draft, target),
                        settings,
                        reason))
                .ifPresent(order -> Dispatch.send(draft, order, List.of(to)));
    }
}
