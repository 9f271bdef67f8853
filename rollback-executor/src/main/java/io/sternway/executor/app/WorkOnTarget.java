package io.sternway.executor.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.EventJson;
import io.sternway.executor.app.Permit.StopSignal;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Marks;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.target.Assignment;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Fault;
import io.sternway.executor.domain.target.Holds;
import io.sternway.executor.domain.target.Purpose;
import io.sternway.executor.domain.target.Target;
import io.sternway.executor.domain.target.TargetMoves;
import io.sternway.executor.domain.target.WorkMoves;
import io.sternway.messaging.store.Transactions;
import io.sternway.snapshot.Snapshot;
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

    Attempt attempt(Target target, String worker, Lease lease) {
        Permit permit = new StoredPermit(target, worker, lease);
        Assignment wanted = target.assignment();
        if (target.work() == Target.Work.RELEASE) {
            boolean withdraw = wanted.purpose() == Purpose.RELEASE_WITHDRAW;
            return delivery.release(content(target, List.of()), withdraw, permit);
        }
        Holds holds = target.holds();
        if (target.work() == Target.Work.MEND && holds != null) {
            return delivery.mend(content(target, List.of()), holds.objects(), permit);
        }
        Optional<List<JsonNode>> stored = transactions.in(
                () -> snapshots.find(target.key().project(), target.key().promotion(), wanted.snapshot()));
        if (stored.isEmpty()) {
            return new Attempt.SnapshotMissing();
        }
        Snapshot.Resolution resolution =
                new Snapshot(stored.get()).resolve(target.key().cluster(), wanted.labels());
        Optional<Attempt> unfit = unfit(wanted, resolution);
        if (unfit.isPresent()) {
            return unfit.get();
        }
        List<Map<String, Object>> objects = resolution.snapshot().objects().stream()
                .map(WorkOnTarget::asMap)
                .toList();
        List<Map<String, Object>> plain = objects.stream()
                .filter(object -> Fields.annotation(object, Marks.HELM_HOOK) == null)
                .toList();
        if (plain.size() < objects.size() && !wanted.policy().ignoreHelmHooks()) {
            return refused("HelmHook", "the content has Helm hooks; they are refused unless helmHooks is Ignore");
        }
        Delivery.Content content = content(target, plain);
        return target.work() == Target.Work.PRUNE ? delivery.prune(content, permit) : delivery.apply(content, permit);
    }

    /** What was published is not what the command means: nothing is changed (X7). */
    private static Optional<Attempt> unfit(Assignment wanted, Snapshot.Resolution resolution) {
        if (!resolution.faults().isEmpty()) {
            io.sternway.snapshot.Fault first = resolution.faults().get(0);
            return Optional.of(refused("UnresolvedPlaceholder", first.path() + ": " + first.message()));
        }
        return resolution.snapshot().hash().equals(wanted.contentHash())
                ? Optional.empty()
                : Optional.of(
                        refused("ContentMismatch", "the resolved content has not the hash that the command names"));
    }

    private static Attempt refused(String reason, String message) {
        return new Attempt.Refused(reason, message, List.<Fault>of(), List.of());
    }

    private static Delivery.Content content(Target target, List<Map<String, Object>> objects) {
        Assignment wanted = target.assignment();
        return new Delivery.Content(
                new Owner(target.key().project(), target.key().promotion()),
                target.key().cluster(),
                target.epoch(),
                wanted.revision(),
                objects,
                wanted.purpose() == Purpose.ROLLBACK,
                wanted.policy().force(),
                wanted.policy().adoptFrom(),
                target.disturbed());
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
            Optional<String> stop = transactions.in(() -> {
                Targets.Stored stored = targets.lock(target.key()).orElseThrow();
                if (!worker.equals(stored.worker())) {
                    return Optional.of(WorkMoves.LEASE_LOST);
                }
                if (stored.target().epoch() != target.epoch()) {
                    return Optional.of(TargetMoves.SUPERSEDED);
                }
                if (stored.target().stopReason() != null) {
                    return Optional.of(stored.target().stopReason());
                }
                var change = WorkMoves.started(stored.target());
                targets.save(change.target());
                publications.publish(change.records());
                return Optional.<String>empty();
            });
            if (stop.isPresent()) {
                throw new StopSignal(stop.get());
            }
            lease.check();
        }
    }
}
