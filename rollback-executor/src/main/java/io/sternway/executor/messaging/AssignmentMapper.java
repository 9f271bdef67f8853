package io.sternway.executor.messaging;

import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.HealthOptions;
import io.sternway.events.RollbackRequested;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Assignment.ApplyPolicy;
import io.sternway.executor.domain.ledger.AssignmentBuilder;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.settings.ApplyOptions;
import io.sternway.vocabulary.Purpose;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a command wants of each of its targets. */
final class AssignmentMapper {

    private AssignmentMapper() {}

    static Map<TargetKey, Assignment> of(StageDeployRequested deploy, Event<?> event) {
        AssignmentBuilder assignment = assignment(Purpose.Deploy, deploy.command(), deploy.run(), event)
                .stage(deploy.stage())
                .revision(deploy.revision())
                .snapshot(deploy.snapshot())
                .policy(policy(deploy.apply(), false))
                .mends(deploy.mends())
                .health(health(deploy.health()));
        return each(deploy.project(), deploy.promotion(), deploy.targets(), assignment);
    }

    static Map<TargetKey, Assignment> of(RollbackRequested rollback, Event<?> event) {
        AssignmentBuilder assignment = assignment(Purpose.Rollback, rollback.command(), rollback.run(), event)
                .stage(rollback.stage())
                .revision(rollback.revision())
                .snapshot(rollback.snapshot())
                .policy(policy(rollback.apply(), true))
                .health(health(rollback.health()));
        return each(rollback.project(), rollback.promotion(), rollback.targets(), assignment);
    }

    static Map<TargetKey, Assignment> of(TargetReleaseRequested release, Event<?> event) {
        AssignmentBuilder assignment = assignment(Purpose.Release, release.command(), event.correlationId(), event)
                .withdraw(release.mode() == TargetReleaseRequested.Mode.Withdraw)
                .stage("")
                .snapshot("")
                .policy(new ApplyPolicy(false, List.of(), false))
                .health("");
        List<CommandTarget> targets = release.targets().stream()
                .map(target -> new CommandTarget(target.cluster(), target.epoch(), Map.of(), ""))
                .toList();
        return each(release.project(), release.promotion(), targets, assignment);
    }

    private static AssignmentBuilder assignment(Purpose purpose, String command, @Nullable String run, Event<?> event) {
        return AssignmentBuilder.builder()
                .purpose(purpose)
                .command(command)
                .run(run)
                .cause(event.id());
    }

    private static Map<TargetKey, Assignment> each(
            String project, String promotion, List<CommandTarget> targets, AssignmentBuilder assignment) {
        Map<TargetKey, Assignment> wanted = new LinkedHashMap<>();
        for (CommandTarget target : targets) {
            wanted.put(
                    new TargetKey(project, promotion, target.cluster()),
                    assignment
                            .epoch(target.epoch())
                            .contentHash(target.contentHash())
                            .labels(target.labels())
                            .build());
        }
        return wanted;
    }

    /** In a rollback what some managers left goes as what was adopted from others (K8). */
    private static ApplyPolicy policy(ApplyOptions options, boolean rollback) {
        List<String> undo = options.undo();
        Stream<String> undone = rollback && undo != null ? undo.stream() : Stream.empty();
        return new ApplyPolicy(
                rollback || options.conflicts() == ApplyOptions.Conflicts.Force,
                Stream.concat(options.adoptFrom().stream(), undone).distinct().toList(),
                options.helmHooks() == ApplyOptions.HelmHooks.Ignore);
    }

    private static String health(HealthOptions health) {
        return new String(EventJson.write(health), StandardCharsets.UTF_8);
    }
}
