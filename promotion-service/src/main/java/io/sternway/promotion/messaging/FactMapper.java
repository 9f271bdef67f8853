package io.sternway.promotion.messaging;

import io.sternway.events.ClusterReported;
import io.sternway.events.ClusterReported.ReportedTarget;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.Purpose;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From what executor and evaluator say to the domain's facts. */
final class FactMapper {
    /** So many notes of one target are kept. */
    private static final int MOST_NOTES = 20;

    private FactMapper() {}

    static Fact deployment(Event<?> event, TargetDeployment body) {
        TargetDeployment.Desired desired = body.desired();
        TargetDeployment.Holds holds = body.holds();
        return new Fact.DeploymentReported(
                event.id(),
                body.cluster(),
                new DeploymentFact(
                        desired.epoch(),
                        body.sequence(),
                        answer(event.type(), desired.outcome()),
                        desired.reason(),
                        message(desired),
                        desired.evidence(),
                        holds == null ? null : holds.epoch(),
                        holds == null ? null : holds.revision(),
                        holds != null && holds.complete(),
                        body.prune().state(),
                        body.prune().message(),
                        notes(desired)));
    }

    static Fact health(Event<?> event, TargetHealth body, Instant now) {
        return new Fact.HealthReported(
                event.id(),
                body.cluster(),
                new HealthFact(
                        body.epoch(),
                        body.transition(),
                        body.sequence().term(),
                        body.sequence().counter(),
                        body.state(),
                        body.since(),
                        now,
                        body.steady(),
                        body.reasons().stream().map(FactMapper::reason).toList()));
    }

    /** What a report says about a target whose transition is not known (H10); the reasons were in the event lost. */
    static Fact health(Event<?> event, ClusterReported report, ReportedTarget target, Instant now) {
        return new Fact.HealthReported(
                event.id(),
                report.cluster(),
                new HealthFact(
                        target.epoch(),
                        target.transition(),
                        report.sequence().term(),
                        report.sequence().counter(),
                        target.state(),
                        target.since(),
                        now,
                        target.steady(),
                        List.of()));
    }

    private static Answer answer(EventType type, Outcome outcome) {
        if (type.equals(EventType.SNAPSHOT_UNKNOWN)) {
            return Answer.SnapshotUnknown;
        }
        if (type.equals(EventType.TARGET_RELEASED)) {
            return Answer.Released;
        }
        if (type.equals(EventType.TARGET_RELEASE_FAILED)) {
            return Answer.ReleaseFailed;
        }
        if (type.equals(EventType.STAGE_DEPLOY_FAILED)) {
            return Answer.Failed;
        }
        return switch (outcome) {
            case Pending -> Answer.Pending;
            case Applied -> Answer.Applied;
            case Failed -> Answer.Failed;
            case NotStarted -> Answer.StoppedNotStarted;
            case Partial, Unknown -> Answer.StoppedStarted;
        };
    }

    private static @Nullable List<String> notes(TargetDeployment.Desired desired) {
        if (desired.purpose() != Purpose.Rollback || desired.notes().isEmpty()) {
            return null;
        }
        return desired.notes().stream()
                .filter(note -> note.kind() != NoteKind.Differs)
                .limit(MOST_NOTES)
                .map(note -> name(note.object()) + ": " + note.message())
                .toList();
    }

    private static @Nullable String message(TargetDeployment.Desired desired) {
        if (desired.faults().isEmpty()) {
            return desired.message();
        }
        StringBuilder text = new StringBuilder(desired.message() == null ? "" : desired.message());
        for (TargetDeployment.ObjectFault fault : desired.faults()) {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(name(fault.object()))
                    .append(": ")
                    .append(fault.message());
            if (fault.field() != null) {
                text.append(" (field ").append(fault.field());
                text.append(fault.manager() == null ? "" : ", owned by " + fault.manager())
                        .append(')');
            }
        }
        return text.toString();
    }

    private static String reason(TargetHealth.HealthReason reason) {
        return reason.check() + (reason.object() == null ? "" : " " + name(reason.object())) + ": " + reason.verdict()
                + " " + reason.reason() + (reason.message() == null ? "" : ": " + reason.message());
    }

    private static String name(io.sternway.events.ObjectRef object) {
        return object.kind() + " " + (object.namespace() == null ? "" : object.namespace() + "/") + object.name();
    }
}
