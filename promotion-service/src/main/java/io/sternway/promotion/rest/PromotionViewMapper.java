package io.sternway.promotion.rest;

import io.sternway.promotion.app.PromotionReads.Whole;
import io.sternway.promotion.app.ViewPromotion.View;
import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.stage.Warning;
import io.sternway.promotion.rest.PromotionView.ConditionView;
import io.sternway.promotion.rest.PromotionView.DeploymentView;
import io.sternway.promotion.rest.PromotionView.GateView;
import io.sternway.promotion.rest.PromotionView.GivenUpView;
import io.sternway.promotion.rest.PromotionView.HealthView;
import io.sternway.promotion.rest.PromotionView.QuarantineView;
import io.sternway.promotion.rest.PromotionView.RevisionView;
import io.sternway.promotion.rest.PromotionView.RollbackClusterView;
import io.sternway.promotion.rest.PromotionView.RollbackView;
import io.sternway.promotion.rest.PromotionView.RunView;
import io.sternway.promotion.rest.PromotionView.StageView;
import io.sternway.promotion.rest.PromotionView.TargetView;
import io.sternway.promotion.rest.PromotionView.WarningView;
import io.sternway.settings.StageSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From the domain's records to what REST answers. */
final class PromotionViewMapper {

    private PromotionViewMapper() {}

    static PromotionView map(View view) {
        Whole whole = view.whole();
        Promotion promotion = whole.promotion();
        PromotionRef ref = promotion.ref();
        return new PromotionView(
                ref.project(),
                ref.name(),
                new TreeMap<>(promotion.settings().labels()),
                whole.phase(),
                promotion.generation(),
                promotion.newestRevision(),
                promotion.activeRun().map(Run::revision).orElse(null),
                whole.auditSequence(),
                whole.nextDueAt(),
                whole.failedAttempts(),
                promotion.createdAt(),
                whole.updatedAt(),
                view.warnings().stream().map(PromotionViewMapper::warning).toList(),
                stages(view),
                whole.runs().stream().map(run -> run(ref, run)).toList(),
                whole.revisions().stream()
                        .map(revision -> revision(ref, revision, whole.pruned().contains(revision.number())))
                        .toList(),
                whole.rollbacks().stream()
                        .map(rollback -> rollback(ref, rollback))
                        .toList());
    }

    /** Those of the newest run, and those that the document no longer has but where something is known. */
    private static List<StageView> stages(View view) {
        Promotion promotion = view.whole().promotion();
        Map<String, @Nullable StageRun> stages = new LinkedHashMap<>();
        promotion.activeRun().ifPresent(run -> run.stages().forEach(stage -> stages.put(stage.stage(), stage)));
        promotion.settings().stages().stream()
                .map(StageSettings::name)
                .filter(name -> !stages.containsKey(name))
                .forEach(name -> stages.put(name, null));
        promotion.stages().keySet().stream()
                .filter(name -> !stages.containsKey(name))
                .forEach(name -> stages.put(name, null));
        return stages.entrySet().stream()
                .map(entry -> stage(view, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static StageView stage(View view, String name, @Nullable StageRun run) {
        Promotion promotion = view.whole().promotion();
        Stage known = promotion.stages().getOrDefault(name, Stage.unused(name));
        return new StageView(
                name,
                run == null ? "Pending" : run.phase().name(),
                run == null ? null : run.since(),
                run == null ? null : run.reason(),
                run == null ? null : run.message(),
                known.owner() == null ? null : promotion.ref().runId(known.owner()),
                known.stable(),
                run == null ? null : run.monitoredUntil(),
                run == null ? List.of() : conditions(run.conditions()),
                view.gates().stream()
                        .filter(gate -> gate.stage().equals(name))
                        .map(PromotionViewMapper::gate)
                        .toList(),
                promotion.targets().values().stream()
                        .filter(target -> target.stage().equals(name))
                        .map(target -> target(view, target))
                        .toList());
    }

    private static WarningView warning(Warning warning) {
        return new WarningView(warning.cluster(), warning.reason().name(), warning.message());
    }

    private static GateView gate(Gate gate) {
        return new GateView(
                gate.kind().name(),
                gate.waitsFor(),
                gate.since(),
                gate.opensAt(),
                gate.reason().name(),
                gate.message());
    }

    private static TargetView target(View view, Target target) {
        ClusterView cluster = view.fleet().clusters().get(target.cluster());
        return new TargetView(
                target.cluster(),
                target.phase().name(),
                target.desired().revision(),
                target.desired().epoch(),
                target.desired().purpose().name(),
                target.desired().dispatchedAt(),
                target.desired().attempt(),
                deployment(target.deployment()),
                health(target.health()),
                target.prune().state().name(),
                givenUp(target.givenUp()),
                cluster == null ? null : cluster.freshAt());
    }

    private static @Nullable DeploymentView deployment(@Nullable DeploymentFact fact) {
        return fact == null
                ? null
                : new DeploymentView(
                        fact.epoch(),
                        fact.answer().name(),
                        fact.reason(),
                        fact.message(),
                        fact.heldRevision(),
                        fact.heldComplete());
    }

    private static @Nullable HealthView health(@Nullable HealthFact fact) {
        return fact == null ? null : new HealthView(fact.epoch(), fact.state().name(), fact.since(), fact.reasons());
    }

    private static @Nullable GivenUpView givenUp(@Nullable GivenUp givenUp) {
        return givenUp == null
                ? null
                : new GivenUpView(
                        givenUp.kind().name(), givenUp.owed(), givenUp.reason(), givenUp.message(), givenUp.at());
    }

    private static RollbackView rollback(PromotionRef ref, Rollback rollback) {
        return new RollbackView(
                rollback.id(),
                rollback.stage(),
                ref.runId(rollback.run()),
                rollback.from(),
                rollback.to(),
                rollback.reason(),
                rollback.message(),
                rollback.initiatedBy().type() + ":" + rollback.initiatedBy().id(),
                rollback.startedAt(),
                rollback.completedAt(),
                rollback.result() == null ? null : rollback.result().name(),
                rollback.clusters().entrySet().stream()
                        .map(entry -> rollbackCluster(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static RollbackClusterView rollbackCluster(String cluster, Rollback.ClusterResult result) {
        return new RollbackClusterView(
                cluster,
                result.state().name(),
                result.epoch(),
                result.attempts(),
                result.duration(),
                result.reason(),
                result.message());
    }

    private static RunView run(PromotionRef ref, Run run) {
        return new RunView(
                ref.runId(run.number()),
                run.revision(),
                run.attempt(),
                run.cause(),
                run.startedAt(),
                run.endedAt(),
                run.outcome() == null ? null : run.outcome().name(),
                run.failedStage(),
                run.supersededBy() == null ? null : ref.runId(run.supersededBy()),
                conditions(run.conditions()));
    }

    private static RevisionView revision(PromotionRef ref, Revision revision, boolean pruned) {
        Revision.Quarantine quarantine = revision.quarantine();
        return new RevisionView(
                revision.number(),
                revision.contentHash(),
                revision.createdAt(),
                pruned,
                quarantine == null
                        ? null
                        : new QuarantineView(
                                quarantine.stage(),
                                ref.runId(quarantine.run()),
                                quarantine.at(),
                                quarantine.reason(),
                                quarantine.message()));
    }

    private static List<ConditionView> conditions(List<Condition> conditions) {
        return conditions.stream()
                .map(condition -> new ConditionView(
                        condition.type().name(),
                        condition.status() ? "True" : "False",
                        condition.reason(),
                        condition.message(),
                        condition.lastTransitionTime()))
                .toList();
    }
}
