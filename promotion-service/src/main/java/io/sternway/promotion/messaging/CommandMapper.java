package io.sternway.promotion.messaging;

import io.sternway.events.CommandCancelled;
import io.sternway.events.CommandTarget;
import io.sternway.events.HealthOptions;
import io.sternway.events.RollbackRequested;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.DispatchTarget;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.settings.StageSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** From the domain's effects to commands. */
final class CommandMapper {

    private final PromotionConfig.Health intervals;

    /** @param intervals what watcher and evaluator are told with each dispatch */
    CommandMapper(PromotionConfig.Health intervals) {
        this.intervals = intervals;
    }

    /** Gives the hash of a stage's content after substitution for a cluster. */
    @FunctionalInterface
    interface ContentHashes {
        String of(DispatchTarget target);
    }

    StageDeployRequested deploy(PromotionRef ref, Effect.Deploy effect, ContentHashes hashes) {
        return new StageDeployRequested(
                effect.command(),
                ref.project(),
                ref.name(),
                effect.stage(),
                effect.run() == null ? null : ref.runId(effect.run()),
                effect.revision(),
                effect.snapshot(),
                effect.deadline(),
                targets(effect.targets(), hashes),
                effect.mends() ? true : null,
                effect.settings().apply(),
                health(effect.settings()));
    }

    RollbackRequested restore(PromotionRef ref, Effect.Restore effect, ContentHashes hashes) {
        return new RollbackRequested(
                effect.command(),
                effect.rollback(),
                ref.project(),
                ref.name(),
                effect.stage(),
                ref.runId(effect.run()),
                effect.fromRevision(),
                effect.revision(),
                effect.snapshot(),
                effect.deadline(),
                targets(effect.targets(), hashes),
                effect.settings().apply(),
                health(effect.settings()));
    }

    static TargetPruneRequested prune(PromotionRef ref, Effect.Prune effect) {
        return new TargetPruneRequested(
                effect.command(),
                ref.project(),
                ref.name(),
                effect.stage(),
                effect.deadline(),
                epochs(effect.epochs()));
    }

    static TargetReleaseRequested release(PromotionRef ref, Effect.Release effect) {
        return new TargetReleaseRequested(
                effect.command(),
                ref.project(),
                ref.name(),
                TargetReleaseRequested.Mode.Keep,
                effect.deadline(),
                epochs(effect.epochs()));
    }

    static CommandCancelled cancel(PromotionRef ref, Effect.Cancel effect) {
        return new CommandCancelled(
                effect.command(), ref.project(), ref.name(), effect.reason().name(), epochs(effect.epochs()));
    }

    private static List<CommandTarget> targets(List<DispatchTarget> targets, ContentHashes hashes) {
        return targets.stream()
                .map(target -> new CommandTarget(target.cluster(), target.epoch(), target.labels(), hashes.of(target)))
                .toList();
    }

    private static List<TargetEpoch> epochs(Map<String, Long> epochs) {
        return new TreeMap<>(epochs)
                .entrySet().stream()
                        .map(entry -> new TargetEpoch(entry.getKey(), entry.getValue()))
                        .toList();
    }

    private HealthOptions health(StageSettings stage) {
        return new HealthOptions(
                List.of("readiness"),
                stage.failure().failureThreshold(),
                stage.failure().maxConsecutiveFailures(),
                stage.failure().transientGrace(),
                intervals.checkInterval(),
                intervals.activeInterval(),
                intervals.steadyInterval(),
                intervals.activeFor());
    }
}
