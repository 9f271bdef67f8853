package io.sternway.executor.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sternway.events.ApplyOptions;
import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.HealthOptions;
import io.sternway.events.RollbackRequested;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.executor.domain.target.Assignment;
import io.sternway.executor.domain.target.Assignment.ApplyPolicy;
import io.sternway.executor.domain.target.Purpose;
import java.util.List;
import java.util.Map;

/** What a command wants of one of its targets. */
final class AssignmentMapper {

    private AssignmentMapper() {}

    static Assignment of(StageDeployRequested deploy, CommandTarget target, String cause) {
        return new Assignment(
                target.epoch(),
                deploy.command(),
                Purpose.DEPLOY,
                deploy.stage(),
                deploy.revision(),
                deploy.snapshot(),
                target.contentHash(),
                target.labels(),
                policy(deploy.apply(), false),
                health(deploy.health()),
                deploy.run(),
                cause);
    }

    static Assignment of(RollbackRequested rollback, CommandTarget target, String cause) {
        return new Assignment(
                target.epoch(),
                rollback.command(),
                Purpose.ROLLBACK,
                rollback.stage(),
                rollback.revision(),
                rollback.snapshot(),
                target.contentHash(),
                target.labels(),
                policy(rollback.apply(), true),
                health(rollback.health()),
                rollback.run(),
                cause);
    }

    static Assignment of(TargetReleaseRequested release, TargetEpoch target, Event<?> event) {
        return new Assignment(
                target.epoch(),
                release.command(),
                release.mode() == TargetReleaseRequested.Mode.Keep ? Purpose.RELEASE_KEEP : Purpose.RELEASE_WITHDRAW,
                "",
                0,
                "",
                "",
                Map.of(),
                new ApplyPolicy(false, List.of(), false),
                "",
                event.correlationId(),
                event.id());
    }

    private static ApplyPolicy policy(ApplyOptions options, boolean rollback) {
        return new ApplyPolicy(
                rollback || options.conflicts() == ApplyOptions.Conflicts.Force,
                options.adoptFrom(),
                options.helmHooks() == ApplyOptions.HelmHooks.Ignore);
    }

    private static String health(HealthOptions health) {
        try {
            return EventJson.mapper().writeValueAsString(health);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("health options can be written", e);
        }
    }
}
