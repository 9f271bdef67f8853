package io.sternway.executor.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.EventJson;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.HeldSnapshot;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.messaging.store.Transactions;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.Snapshot;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.Purpose;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One attempt for one target, from its row to what a delivery made of it. Does not store how it ended. */
public final class WorkOnTarget {
    private final Targets targets;
    private final Snapshots snapshots;
    private final Publications publications;
    private final Transactions transactions;
    private final Delivery delivery;

    public WorkOnTarget(
            Targets targets,
            Snapshots snapshots,
            Publications publications,
            Transactions transactions,
            Delivery delivery) {
        this.targets = targets;
        this.snapshots = snapshots;
        this.publications = publications;
        this.transactions = transactions;
        this.delivery = delivery;
    }

    AttemptResult attempt(Target target, String worker, Lease lease) {
        Permit permit = new StoredPermit(target, worker, lease);
        Assignment wanted = target.assignment();
        if (target.work() == Target.Work.Release) {
            return delivery.release(content(target, List.of()), wanted.withdraw(), permit);
        }
        HeldSnapshot holds = target.holds();
        if (target.work() == Target.Work.Mend && holds != null) {
            return delivery.mend(content(target, List.of()), holds.objects(), permit);
        }
        if (target.work() == Target.Work.Prune
                && Retention.keepsAll(
                        target.faults().stream().map(fault -> fault.object()).toList())) {
            return new AttemptResult.Pruned(
                    List.of(),
                    List.of(),
                    "nothing is removed that a workload may use that could not be put back",
                    false);
        }
        Optional<List<JsonNode>> stored = transactions.in(
                () -> snapshots.find(target.key().project(), target.key().promotion(), wanted.snapshot()));
        if (stored.isEmpty()) {
            return new AttemptResult.SnapshotMissing();
        }
        Snapshot.Resolution resolution =
                new Snapshot(stored.get()).resolve(target.key().cluster(), wanted.labels());
        Optional<AttemptResult> unfit = unfit(wanted, resolution);
        if (unfit.isPresent()) {
            return unfit.get();
        }
        List<Map<String, Object>> objects = resolution.snapshot().objects().stream()
                .map(WorkOnTarget::asMap)
                .toList();
        List<Map<String, Object>> plain = objects.stream()
                .filter(object -> Fields.annotation(object, MetadataKeys.HELM_HOOK) == null)
                .toList();
        if (plain.size() < objects.size() && !wanted.policy().ignoreHelmHooks()) {
            return refused(
                    DeploymentReason.HelmHook,
                    "the content has Helm hooks; they are refused unless helmHooks is Ignore");
        }
        Delivery.Content content = content(target, plain);
        return target.work() == Target.Work.Prune ? delivery.prune(content, permit) : delivery.apply(content, permit);
    }

    /** What was published is not what the command means: nothing is changed (X7). */
    private static Optional<AttemptResult> unfit(Assignment wanted, Snapshot.Resolution resolution) {
        if (!resolution.faults().isEmpty()) {
            Fault first = resolution.faults().get(0);
            return Optional.of(refused(DeploymentReason.UnresolvedPlaceholder, first.path() + ": " + first.message()));
        }
        return resolution.snapshot().hash().equals(wanted.contentHash())
                ? Optional.empty()
                : Optional.of(refused(
                        DeploymentReason.ContentMismatch,
                        "the resolved content has not the hash that the command names"));
    }

    private static AttemptResult refused(DeploymentReason reason, String message) {
        return new AttemptResult.Refused(reason.name(), message, List.of(), List.of());
    }

    private static Delivery.Content content(Target target, List<Map<String, Object>> objects) {
        Assignment wanted = target.assignment();
        return new Delivery.Content(
                new Owner(target.key().project(), target.key().promotion()),
                target.key().cluster(),
                target.epoch(),
                wanted.revision(),
                objects,
                wanted.purpose() == Purpose.Rollback,
                wanted.policy().force(),
                wanted.policy().adoptFrom(),
                target.disturbed(),
                wanted.mayMend());
    }

    @SuppressWarnings("unchecked") // a JSON object is a map
    private static Map<String, Object> asMap(JsonNode object) {
        return EventJson.mapper().convertValue(object, LinkedHashMap.class);
    }

    /** The permit of one attempt; a row that is no longer ours ends it. */
    private final class StoredPermit implements Permit {
        private final Target target;
        private final String worker;
        private final Lease lease;

        StoredPermit(Target target, String worker, Lease lease) {
            this.target = target;
            this.worker = worker;
            this.lease = lease;
        }

        @Override
        public void check() {
            lease.check();
        }

        @Override
        public void starting() {
            lease.check();
            if (target.started() && (target.holds() == null || !target.holds().complete())) {
                return;
            }
            Optional<DeploymentReason> stop = transactions.in(() -> {
                Targets.Stored stored = targets.lock(target.key()).orElseThrow();
                if (!worker.equals(stored.worker())) {
                    return Optional.of(DeploymentReason.LeaseLost);
                }
                if (stored.target().epoch() != target.epoch()) {
                    return Optional.of(DeploymentReason.Superseded);
                }
                if (stored.target().stopReason() != null) {
                    return Optional.of(DeploymentReason.Cancelled);
                }
                Change change = WorkMoves.started(stored.target());
                targets.save(change.target());
                publications.publish(change.records());
                return Optional.<DeploymentReason>empty();
            });
            if (stop.isPresent()) {
                throw AttemptEndedException.stopped(stop.get());
            }
            lease.check();
        }
    }
}
