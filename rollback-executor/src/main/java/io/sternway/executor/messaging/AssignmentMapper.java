package io.sternway.executor.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import io.sternway.executor.domain.target.TargetKey;
import io.sternway.settings.ApplyOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a command wants of each of its targets. */
final class AssignmentMapper {

    private AssignmentMapper() {}

    static Map<TargetKey, Assignment> of(StageDeployRequested deploy, Event<?> event) {
        Map<TargetKey, Assignment> wanted = new LinkedHashMap<>();
        ApplyPolicy policy = policy(deploy.apply(), false);
        String health = health(deploy.health());
        for (CommandTarget target : deploy.targets()) {
            wanted.put(
                    new TargetKey(deploy.project(), deploy.promotion(), target.cluster()),
                    new Assignment(
                            target.epoch(),
                            deploy.command(),
                            Purpose.DEPLOY,
                            deploy.stage(),
                            deploy.revision(),
                            deploy.snapshot(),
                            target.contentHash(),
                            target.labels(),
                            policy,
                            health,
                            deploy.run(),
                            event.id()));
        }
        return wanted;
    }

    static Map<TargetKey, Assignment> of(RollbackRequested rollback, Event<?> event) {
        Map<TargetKey, Assignment> wanted = new LinkedHashMap<>();
        ApplyPolicy policy = policy(rollback.apply(), true);
        String health = health(rollback.health());
        for (CommandTarget target : rollback.targets()) {
            wanted.put(
                    new TargetKey(rollback.project(), rollback.promotion(), target.cluster()),
                    new Assignment(
                            target.epoch(),
                            rollback.command(),
                            Purpose.ROLLBACK,
                            rollback.stage(),
                            rollback.revision(),
                            rollback.snapshot(),
                            target.contentHash(),
                            target.labels(),
                            policy,
                            health,
                            rollback.run(),
                            event.id()));
        }
        return wanted;
    }

    static Map<TargetKey, Assignment> of(TargetReleaseRequested release, Event<?> event) {
        Map<TargetKey, Assignment> wanted = new LinkedHashMap<>();
        Purpose purpose =
                release.mode() == TargetReleaseRequested.Mode.Keep ? Purpose.RELEASE_KEEP : Purpose.RELEASE_WITHDRAW;
        for (TargetEpoch target : release.targets()) {
            wanted.put(
                    new TargetKey(release.project(), release.promotion(), target.cluster()),
                    new Assignment(
                            target.epoch(),
                            release.command(),
                            purpose,
                            "",
                            0,
                            "",
                            "",
                            Map.of(),
                            new ApplyPolicy(false, List.of(), false),
                            "",
                            event.correlationId(),
                            event.id()));
        }
        return wanted;
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
