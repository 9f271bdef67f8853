package io.sternway.systemtests.history.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.events.CommandTarget;
import io.sternway.events.EventJson;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObservationSequence;
import io.sternway.events.PromotionRef;
import io.sternway.events.RollbackRecord;
import io.sternway.events.RollbackRequested;
import io.sternway.events.RolloutObserved;
import io.sternway.events.SnapshotPublished;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.settings.ApplyOptions;
import io.sternway.systemtests.history.Inventories;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import io.sternway.vocabulary.RollbackResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Payloads and objects of the promotion that a {@link Story} is about; what rules do not look at is always the same. */
final class Bodies {

    static final PromotionRef PROMOTION = new PromotionRef("shop", "checkout");
    static final String KEY = PROMOTION.key();
    static final String STAGE = "one";
    static final Instant NOW = Instant.EPOCH;

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final ApplyOptions APPLY =
            new ApplyOptions(ApplyOptions.Conflicts.Fail, List.of(), ApplyOptions.HelmHooks.Refuse);
    private static final HealthOptions HEALTH =
            new HealthOptions(List.of("readiness"), null, null, MINUTE, MINUTE, MINUTE, MINUTE);

    private Bodies() {}

    static TargetRef target(String cluster) {
        return new TargetRef(PROMOTION.project(), PROMOTION.promotion(), cluster);
    }

    static String hash(long revision) {
        return "hash-" + revision;
    }

    static SnapshotPublished snapshot(long revision) {
        return new SnapshotPublished(
                PROMOTION.project(),
                PROMOTION.promotion(),
                STAGE,
                revision,
                hash(revision),
                List.copyOf(manifests(revision)));
    }

    /** Revision 1 is one ConfigMap; each later revision changes it and adds another. */
    static List<ObjectNode> manifests(long revision) {
        List<ObjectNode> manifests = new ArrayList<>();
        manifests.add(configMap("shop", "settings", Map.of("version", "v" + revision, "cluster", "${cluster.name}")));
        if (revision > 1) {
            manifests.add(configMap("shop", "added-" + revision, Map.of("cluster", "${cluster.name}")));
        }
        return manifests;
    }

    static ObjectNode configMap(String namespace, String name, Map<String, String> data) {
        return EventJson.mapper()
                .valueToTree(Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "ConfigMap",
                        "metadata",
                        Map.of("namespace", namespace, "name", name),
                        "data",
                        data));
    }

    static ObjectNode inventory(long begun) {
        ObjectNode inventory = configMap(Inventories.NAMESPACE, Inventories.name(PROMOTION), Map.of());
        inventory.withObject("/metadata/annotations").put(Inventories.EPOCH, Long.toString(begun));
        inventory.withObject("/metadata/labels").put(Inventories.ID, "ours");
        return inventory;
    }

    static StageDeployRequested deploy(String command, String run, long revision, List<CommandTarget> targets) {
        return new StageDeployRequested(
                command,
                PROMOTION.project(),
                PROMOTION.promotion(),
                STAGE,
                run,
                revision,
                hash(revision),
                MINUTE,
                targets,
                APPLY,
                HEALTH);
    }

    static RollbackRequested restore(
            String command, String rollback, String run, long revision, List<CommandTarget> targets) {
        return new RollbackRequested(
                command,
                rollback,
                PROMOTION.project(),
                PROMOTION.promotion(),
                STAGE,
                run,
                revision + 1,
                revision,
                hash(revision),
                MINUTE,
                targets,
                APPLY,
                HEALTH);
    }

    static TargetReleaseRequested release(String command, String cluster, long epoch) {
        return new TargetReleaseRequested(
                command,
                PROMOTION.project(),
                PROMOTION.promotion(),
                TargetReleaseRequested.Mode.Keep,
                MINUTE,
                List.of(new TargetEpoch(cluster, epoch)));
    }

    static RollbackRecord rollback(String rollback, String run, long from, long to, @Nullable RollbackResult result) {
        return new RollbackRecord(
                rollback,
                PROMOTION.project(),
                PROMOTION.promotion(),
                STAGE,
                run,
                from,
                to,
                "TooManyFailures",
                "It failed.",
                new Actor(Actor.Type.policy, "onFailure"),
                1,
                NOW,
                result == null ? null : NOW,
                List.of(),
                result,
                List.of());
    }

    static TargetDeployment.Desired desired(
            String command, long epoch, Purpose purpose, long revision, Outcome outcome) {
        return new TargetDeployment.Desired(
                epoch,
                command,
                purpose,
                revision,
                purpose == Purpose.Release ? "" : hash(revision),
                outcome,
                null,
                null,
                false,
                List.of(),
                1,
                List.of());
    }

    static TargetDeployment.Holds holds(long epoch, long revision) {
        return new TargetDeployment.Holds(epoch, revision, hash(revision), true, List.of(), HEALTH);
    }

    static TargetDeployment deployment(
            String cluster,
            long sequence,
            TargetDeployment.Desired desired,
            TargetDeployment.@Nullable Holds holds,
            PruneState prune) {
        return new TargetDeployment(
                PROMOTION.project(),
                PROMOTION.promotion(),
                cluster,
                STAGE,
                sequence,
                desired,
                holds,
                new TargetDeployment.Prune(prune, List.of(), List.of(), null));
    }

    static RolloutObserved observed(String cluster, long epoch, long term) {
        return new RolloutObserved(
                PROMOTION.project(),
                PROMOTION.promotion(),
                cluster,
                epoch,
                new ObservationSequence(term, epoch),
                List.of());
    }

    static TargetHealth health(String cluster, long epoch, long transition, HealthState state) {
        return new TargetHealth(
                PROMOTION.project(),
                PROMOTION.promotion(),
                cluster,
                epoch,
                transition,
                state,
                NOW,
                List.of(),
                0,
                new ObservationSequence(0, epoch));
    }
}
