package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.moves.Dispatch.Addressee;
import io.sternway.promotion.domain.moves.Dispatch.Order;
import io.sternway.promotion.domain.narration.FleetStory;
import io.sternway.promotion.domain.rules.stage.Joining;
import io.sternway.promotion.domain.rules.stage.Membership;
import io.sternway.promotion.domain.rules.stage.Warning;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives clusters that come to a stage what they are to have there (R6), and warns of those that match two (R4). */
final class JoinClusters {
    /** Noticed: a cluster that joined and can have nothing. */
    private static final String UNABLE = "unable:";
    /** Noticed: a cluster that matches two stages. */
    private static final String OVERLAP = "overlap:";

    private JoinClusters() {}

    /** Says once for each cluster that it came to match two stages. */
    static void warn(Draft draft, Inventory inventory) {
        Map<String, List<String>> overlapping = Membership.overlapping(draft.settings(), inventory);
        overlapping.forEach((cluster, stages) -> {
            if (draft.notice(OVERLAP + cluster)) {
                String message = Warning.overlapping(draft, inventory, cluster, stages);
                draft.tell(FleetStory.overlapping(cluster, stages, message));
            }
        });
        for (String noticed : draft.noticed()) {
            if (noticed.startsWith(OVERLAP) && !overlapping.containsKey(noticed.substring(OVERLAP.length()))) {
                draft.unnotice(noticed);
            }
        }
    }

    /** Dispatches to those that arrived; what stands against one is said once. */
    static void join(Draft draft, Inventory inventory) {
        Map<String, List<Joining>> byStage = new LinkedHashMap<>();
        for (Joining joining : Joining.of(draft, inventory)) {
            if (joining.refusal() == null) {
                draft.unnotice(UNABLE + joining.cluster());
                byStage.computeIfAbsent(joining.stage(), s -> new ArrayList<>()).add(joining);
            } else if (draft.notice(UNABLE + joining.cluster())) {
                draft.tell(FleetStory.getsNothing(
                        joining.cluster(), joining.stage(), joining.revision(), joining.refusal()));
            }
        }
        byStage.forEach((stage, joining) -> dispatch(draft, stage, joining));
    }

    private static void dispatch(Draft draft, String stage, List<Joining> joining) {
        StageSettings settings = draft.settings().stage(stage).orElse(null);
        if (settings == null) {
            return;
        }
        long revision = joining.get(0).revision();
        joining.forEach(one -> arrived(draft, one));
        List<Addressee> addressees = joining.stream()
                .map(one -> Addressee.first(one.cluster(), one.labels(), draft.now()))
                .toList();
        Dispatch.send(
                draft, new Order(Purpose.Join, stage, revision, null, null, settings, AuditReason.Joined), addressees);
    }

    private static void arrived(Draft draft, Joining one) {
        if (!moved(draft, one.cluster(), one.stage(), one.revision())) {
            Target before = draft.target(one.cluster());
            boolean back = before != null && before.desired().purpose() != Purpose.Release;
            draft.tell(FleetStory.joined(one.cluster(), one.stage(), one.revision(), back));
        }
    }

    /**
     * A cluster is about to get a revision with a stage: if it was in another one it leaves that, with a record.
     *
     * @return whether it was
     */
    static boolean moved(Draft draft, String cluster, String stage, long revision) {
        Target before = draft.target(cluster);
        if (before == null
                || before.desired().purpose() == Purpose.Release
                || before.stage().equals(stage)) {
            return false;
        }
        ReleaseClusters.dropMember(draft, before.stage(), cluster);
        draft.tell(FleetStory.moved(cluster, before.stage(), stage, revision));
        return true;
    }
}
