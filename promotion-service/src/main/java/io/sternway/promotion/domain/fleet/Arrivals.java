package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.AuditEntry.Kind;
import io.sternway.promotion.domain.AuditReason;
import io.sternway.promotion.domain.AuditType;
import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.revision.Snapshot;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.stage.StageSettings;
import io.sternway.promotion.domain.target.Dispatch;
import io.sternway.promotion.domain.target.Dispatch.Addressee;
import io.sternway.promotion.domain.target.Dispatch.Order;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Clusters that join, return, replace another or change their stage get the stage's stable revision when no run is active
 * there (R6).
 */
public final class Arrivals {

    private Arrivals() {}

    /** Dispatches to those that arrived. */
    public static void join(Draft draft, Inventory inventory) {
        Map<String, List<Addressee>> joining = new LinkedHashMap<>();
        inventory.current().clusters().forEach((cluster, labels) -> {
            String stage = Membership.stageOf(draft, cluster, labels);
            Target target = draft.target(cluster);
            boolean here = target != null
                    && target.desired().purpose() != Purpose.Release
                    && target.stage().equals(stage);
            if (stage == null || here || active(draft, stage) || (target != null && active(draft, target.stage()))) {
                return;
            }
            Stage known = draft.stage(stage);
            if (known.stable() != null && resolvable(draft, cluster, labels, known)) {
                joining.computeIfAbsent(stage, s -> new ArrayList<>())
                        .add(Addressee.first(cluster, labels, draft.now()));
            }
        });
        joining.forEach((stage, addressees) -> dispatch(draft, stage, addressees));
    }

    private static void dispatch(Draft draft, String stage, List<Addressee> addressees) {
        Long stable = draft.stage(stage).stable();
        StageSettings settings = draft.settings().stage(stage).orElse(null);
        if (stable == null || settings == null) {
            return;
        }
        for (Addressee to : addressees) {
            Target before = draft.target(to.cluster());
            boolean moved = before != null && before.desired().purpose() != Purpose.Release;
            draft.audit(
                            moved ? AuditType.TargetMoved : AuditType.TargetJoined,
                            Kind.target,
                            moved ? AuditReason.Moved : AuditReason.Joined,
                            "Cluster " + to.cluster() + (moved ? " changed to" : " joined") + " stage " + stage + ".")
                    .revision(stable)
                    .stage(stage)
                    .cluster(to.cluster())
                    .from(before != null && moved ? before.stage() : null)
                    .to(stage)
                    .record();
        }
        Dispatch.send(
                draft, new Order(Purpose.Join, stage, stable, null, null, settings, AuditReason.Joined), addressees);
    }

    /** A run is bringing something there, putting something back, or about to start: its turn has come. */
    static boolean active(Draft draft, String stage) {
        boolean busy = draft.owner(stage)
                .map(Owner::part)
                .map(StageRun::phase)
                .filter(p -> p.active() || p == StagePhase.RollingBack)
                .isPresent();
        return busy || isNext(draft.run(draft.newestRun()), stage);
    }

    private static boolean isNext(@Nullable Run run, String stage) {
        return run != null
                && run.inFlight()
                && run.failedStage() == null
                && run.stages().stream()
                        .filter(part -> !part.phase().passed())
                        .findFirst()
                        .filter(part -> part.stage().equals(stage) && part.phase() == StagePhase.Pending)
                        .isPresent();
    }

    private static boolean resolvable(Draft draft, String cluster, Map<String, String> labels, Stage stage) {
        Long stable = stage.stable();
        if (stable == null) {
            return false;
        }
        Snapshot snapshot = draft.revision(stable).snapshot(stage.name());
        TreeSet<String> missing = new TreeSet<>(snapshot.labels());
        missing.removeAll(labels.keySet());
        String key = "unresolved:" + cluster;
        if (missing.isEmpty()) {
            draft.unnotice(key);
            return true;
        }
        if (draft.notice(key)) {
            draft.audit(
                            AuditType.TargetFailed,
                            Kind.target,
                            AuditReason.UnresolvedPlaceholder,
                            "Cluster " + cluster + " joined stage " + stage.name() + " but cannot get its revision "
                                    + stable + ": it has no label " + String.join(", ", missing) + ".")
                    .revision(stable)
                    .stage(stage.name())
                    .cluster(cluster)
                    .record();
        }
        return false;
    }
}
