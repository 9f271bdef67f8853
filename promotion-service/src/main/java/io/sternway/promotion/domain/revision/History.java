package io.sternway.promotion.domain.revision;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.Stage.StageSuccess;
import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.Target;
import io.sternway.promotion.domain.target.Target.Held;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Forgets revisions beyond the limit (R27): never one that is live on any cluster, stable or a rollback target of any
 * stage, or in flight.
 */
public final class History {

    private History() {}

    /** Removes the oldest that may go, and retires their snapshots. */
    public static void prune(Draft draft, Set<String> published) {
        int surplus = draft.revisions().size() - draft.settings().revisionHistoryLimit();
        if (surplus <= 0) {
            return;
        }
        Set<Long> needed = needed(draft);
        List<Revision> gone = draft.revisions().values().stream()
                .filter(r -> !needed.contains(r.number()))
                .limit(surplus)
                .toList();
        for (Revision revision : gone) {
            draft.revisions().remove(revision.number());
            draft.audit(
                            AuditType.RevisionPruned,
                            AuditKind.revision,
                            AuditReason.HistoryLimit,
                            "Revision " + revision.number() + " is forgotten: it is nowhere in use, and more than "
                                    + draft.settings().revisionHistoryLimit() + " revisions were kept.")
                    .revision(revision.number())
                    .record();
        }
        if (!gone.isEmpty()) {
            retire(draft, published);
            forgetTracks(draft);
        }
    }

    private static void retire(Draft draft, Set<String> published) {
        Set<String> used = new HashSet<>();
        for (Revision revision : draft.revisions().values()) {
            used.add(revision.common().hash());
            revision.byStage().values().forEach(s -> used.add(s.hash()));
        }
        for (String hash : List.copyOf(published)) {
            if (!used.contains(hash)) {
                published.remove(hash);
                draft.effect(new Effect.RetireSnapshot(hash));
            }
        }
    }

    /** What succeeded once and is forgotten is no rollback target, and no target needs its inputs. */
    private static void forgetTracks(Draft draft) {
        for (Stage stage : draft.stages()) {
            List<StageSuccess> kept = stage.history().stream()
                    .filter(s -> draft.revisions().containsKey(s.revision()))
                    .toList();
            if (kept.size() != stage.history().size()) {
                draft.put(new Stage(stage.name(), stage.owner(), stage.stable(), kept));
            }
        }
        for (Target target : List.copyOf(draft.targets())) {
            Map<Long, Held> kept = new HashMap<>(target.ledger());
            if (kept.keySet().retainAll(draft.revisions().keySet())) {
                draft.put(target.withLedger(kept));
            }
        }
    }

    private static Set<Long> needed(Draft draft) {
        Set<Long> needed = new HashSet<>();
        for (Run run : draft.runs()) {
            needed.add(run.revision());
        }
        for (Stage stage : draft.stages()) {
            Set<Long> mayFail = new HashSet<>();
            if (stage.stable() != null) {
                needed.add(stage.stable());
                mayFail.add(stage.stable());
            }
            draft.owner(stage.name()).ifPresent(owner -> mayFail.add(owner.run().revision()));
            draft.runs().forEach(run -> mayFail.add(run.revision()));
            for (long failed : mayFail) {
                Track.rollbackTarget(stage, failed, draft.revisions()).ifPresent(needed::add);
            }
        }
        for (Rollback rollback : draft.rollbacks()) {
            needed.add(rollback.from());
            needed.add(rollback.to());
        }
        for (Target target : draft.targets()) {
            needed.add(target.desired().revision());
            DeploymentFact deployment = target.deployment();
            if (deployment != null && deployment.heldRevision() != null) {
                needed.add(deployment.heldRevision());
            }
        }
        return needed;
    }
}
