package io.sternway.executor.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObjectRef;
import io.sternway.events.ProgressingCondition;
import io.sternway.events.TargetDeployment;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.AppliedObject;
import io.sternway.executor.domain.target.Assignment;
import io.sternway.executor.domain.target.Change;
import io.sternway.executor.domain.target.Fault;
import io.sternway.executor.domain.target.Holds;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.domain.target.Outcome;
import io.sternway.executor.domain.target.Prune;
import io.sternway.executor.domain.target.Purpose;
import io.sternway.executor.domain.target.Target;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.PruneState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A target as the deployments topic shows it. */
final class DeploymentMapper {

    private DeploymentMapper() {}

    static EventType type(Change.Kind kind) {
        return switch (kind) {
            case PENDING -> EventType.STAGE_DEPLOY_PENDING;
            case DEPLOYED -> EventType.STAGE_DEPLOYED;
            case FAILED -> EventType.STAGE_DEPLOY_FAILED;
            case STOPPED -> EventType.STAGE_DEPLOY_STOPPED;
            case SNAPSHOT_UNKNOWN -> EventType.SNAPSHOT_UNKNOWN;
            case PRUNED -> EventType.TARGET_PRUNED;
            case PRUNE_FAILED -> EventType.TARGET_PRUNE_FAILED;
            case RELEASED, TOMBSTONE -> EventType.TARGET_RELEASED;
            case RELEASE_FAILED -> EventType.TARGET_RELEASE_FAILED;
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
                purpose(wanted.purpose()),
                wanted.revision(),
                wanted.snapshot(),
                outcome(target.outcome()),
                target.reason(),
                target.message(),
                target.evidence(),
                target.faults().stream().map(DeploymentMapper::fault).toList(),
                target.attempts(),
                target.notes().stream().map(DeploymentMapper::note).toList());
    }

    private static TargetDeployment.Holds holds(Holds holds) {
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
                switch (prune.state()) {
                    case NONE -> PruneState.None;
                    case PENDING -> PruneState.Pending;
                    case DONE -> PruneState.Done;
                    case FAILED -> PruneState.Failed;
                },
                refs(prune.retained()),
                refs(prune.remaining()),
                prune.message());
    }

    private static TargetDeployment.AppliedObject object(AppliedObject object) {
        return new TargetDeployment.AppliedObject(
                ref(object.name()),
                object.resource(),
                object.uid(),
                object.generation(),
                object.resourceVersion(),
                progressing(object.progressing()));
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
        NoteKind kind = switch (note.kind()) {
            case OVERRIDDEN -> NoteKind.Overridden;
            case REMOVED -> NoteKind.Removed;
            case ADOPTED -> NoteKind.Adopted;
            case LEFT_TO_AUTOSCALER -> NoteKind.LeftToAutoscaler;
            case NOT_RERUN -> NoteKind.NotRerun;
            case REPLACED -> NoteKind.Replaced;
            case DIFFERS -> NoteKind.Differs;
            case OBSERVED -> NoteKind.Observed;
        };
        return new TargetDeployment.ObjectNote(ref(note.object()), kind, note.message());
    }

    private static io.sternway.vocabulary.Purpose purpose(Purpose purpose) {
        return switch (purpose) {
            case DEPLOY -> io.sternway.vocabulary.Purpose.Deploy;
            case ROLLBACK -> io.sternway.vocabulary.Purpose.Rollback;
            case RELEASE_KEEP, RELEASE_WITHDRAW -> io.sternway.vocabulary.Purpose.Release;
        };
    }

    private static io.sternway.vocabulary.Outcome outcome(Outcome outcome) {
        return switch (outcome) {
            case PENDING -> io.sternway.vocabulary.Outcome.Pending;
            case APPLIED -> io.sternway.vocabulary.Outcome.Applied;
            case FAILED -> io.sternway.vocabulary.Outcome.Failed;
            case NOT_STARTED -> io.sternway.vocabulary.Outcome.NotStarted;
            case PARTIAL -> io.sternway.vocabulary.Outcome.Partial;
            case UNKNOWN -> io.sternway.vocabulary.Outcome.Unknown;
        };
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
