package io.sternway.executor.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObjectRef;
import io.sternway.events.ProgressingCondition;
import io.sternway.events.TargetDeployment;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.domain.ledger.HeldSnapshot;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.domain.ledger.Prune;
import io.sternway.executor.domain.ledger.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A target as the deployments topic shows it. */
final class DeploymentMapper {

    private DeploymentMapper() {}

    static EventType type(Change.Kind kind) {
        return switch (kind) {
            case Pending -> EventType.STAGE_DEPLOY_PENDING;
            case Deployed -> EventType.STAGE_DEPLOYED;
            case Failed -> EventType.STAGE_DEPLOY_FAILED;
            case Stopped -> EventType.STAGE_DEPLOY_STOPPED;
            case SnapshotUnknown -> EventType.SNAPSHOT_UNKNOWN;
            case Pruned -> EventType.TARGET_PRUNED;
            case PruneFailed -> EventType.TARGET_PRUNE_FAILED;
            case Released, Tombstone -> EventType.TARGET_RELEASED;
            case ReleaseFailed -> EventType.TARGET_RELEASE_FAILED;
        };
    }

    static TargetDeployment of(Target target) {
        return new TargetDeployment(
                target.key().project(),
                target.key().promotion(),
                target.key().cluster(),
                target.assignment().stage(),
                target.sequence(),
                desired(target),
                target.holds() == null ? null : holds(target.holds()),
                prune(target.prune()));
    }

    private static TargetDeployment.Desired desired(Target target) {
        Assignment wanted = target.assignment();
        return new TargetDeployment.Desired(
                wanted.epoch(),
                wanted.command(),
                wanted.purpose(),
                wanted.revision(),
                wanted.snapshot(),
                target.outcome(),
                target.reason(),
                target.message(),
                target.evidence(),
                target.faults().stream().map(DeploymentMapper::fault).toList(),
                target.attempts(),
                target.notes().stream().map(DeploymentMapper::note).toList());
    }

    private static TargetDeployment.Holds holds(HeldSnapshot holds) {
        return new TargetDeployment.Holds(
                holds.epoch(),
                holds.revision(),
                holds.snapshot(),
                holds.complete(),
                holds.objects().stream().map(DeploymentMapper::object).toList(),
                health(holds.health()));
    }

    private static TargetDeployment.Prune prune(Prune prune) {
        return new TargetDeployment.Prune(
                prune.state(), refs(prune.retained()), refs(prune.remaining()), prune.message());
    }

    private static TargetDeployment.AppliedObject object(AppliedObject object) {
        return new TargetDeployment.AppliedObject(
                ref(object.name()),
                object.resource(),
                object.uid(),
                object.generation(),
                object.resourceVersion(),
                progressing(object.progressing()),
                object.wanted(),
                object.autoscaled(),
                object.templateChanged());
    }

    private static @Nullable ProgressingCondition progressing(AppliedObject.@Nullable Progressing condition) {
        return condition == null
                ? null
                : new ProgressingCondition(condition.status(), condition.reason(), condition.lastUpdateTime());
    }

    private static TargetDeployment.ObjectFault fault(Fault fault) {
        return new TargetDeployment.ObjectFault(
                ref(fault.object()), fault.reason(), fault.message(), fault.field(), fault.manager());
    }

    private static TargetDeployment.ObjectNote note(Note note) {
        return new TargetDeployment.ObjectNote(ref(note.object()), note.kind(), note.message());
    }

    private static List<ObjectRef> refs(List<ObjectName> names) {
        return names.stream().map(DeploymentMapper::ref).toList();
    }

    private static ObjectRef ref(ObjectName name) {
        return new ObjectRef(name.apiVersion(), name.kind(), name.namespace(), name.name());
    }

    private static HealthOptions health(String json) {
        try {
            return EventJson.mapper().readValue(json, HealthOptions.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("stored health options cannot be read", e);
        }
    }
}
