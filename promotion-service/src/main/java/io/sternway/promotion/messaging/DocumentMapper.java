package io.sternway.promotion.messaging;

import io.sternway.document.PromotionDocument;
import io.sternway.document.StageSpec;
import io.sternway.promotion.domain.PromotionRef;
import io.sternway.promotion.domain.Settings;
import io.sternway.promotion.domain.fleet.Selector;
import io.sternway.promotion.domain.intake.Document;
import io.sternway.promotion.domain.revision.Snapshot;
import io.sternway.promotion.domain.rollout.CountOrPercent;
import io.sternway.promotion.domain.rollout.RolloutStrategy;
import io.sternway.promotion.domain.stage.StageSettings;
import io.sternway.snapshot.FieldPath;
import io.sternway.snapshot.Placeholders;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** From the document that somebody wrote to what a decision needs of it. */
final class DocumentMapper {

    private DocumentMapper() {}

    /**
     * A valid document with what each stage applies, by hash.
     *
     * @param document for the decision
     * @param snapshots the contents that it names
     */
    record Mapped(Document document, Map<String, io.sternway.snapshot.Snapshot> snapshots) {}

    static Mapped map(PromotionDocument source, String request) {
        Map<String, io.sternway.snapshot.Snapshot> contents = new HashMap<>();
        // No stage has this name, so it gets what a stage without content of its own gets.
        Snapshot common = snapshot(source.content().snapshot(""), contents);
        Map<String, Snapshot> byStage = source.content().byStage().keySet().stream()
                .collect(Collectors.toMap(
                        stage -> stage, stage -> snapshot(source.content().snapshot(stage), contents)));
        Document document = new Document(
                request,
                new PromotionRef(source.ref().project(), source.ref().promotion()),
                settings(source.settings()),
                source.content().hash(),
                common,
                byStage,
                source.ifRevision());
        return new Mapped(document, contents);
    }

    private static Snapshot snapshot(
            io.sternway.snapshot.Snapshot content, Map<String, io.sternway.snapshot.Snapshot> contents) {
        String hash = content.hash();
        contents.put(hash, content);
        Set<String> labels = content.objects().stream()
                .map(object -> Placeholders.find(object, FieldPath.root()))
                .flatMap(Collection::stream)
                .map(Placeholders.Placeholder::label)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new Snapshot(hash, labels);
    }

    private static Settings settings(io.sternway.document.Settings settings) {
        List<StageSettings> stages =
                settings.stages().stream().map(DocumentMapper::stage).toList();
        return new Settings(settings.labels(), stages, settings.revisionHistoryLimit());
    }

    private static StageSettings stage(StageSpec stage) {
        return new StageSettings(
                stage.name(),
                selector(stage.clusterSelector()),
                StageSettings.EmptyStage.valueOf(stage.emptyStage().name()),
                new RolloutStrategy(
                        RolloutStrategy.Type.valueOf(stage.rollout().type().name()),
                        limit(stage.rollout().maxConcurrency()),
                        limit(stage.rollout().maxFailures()),
                        stage.rollout().progressDeadline(),
                        stage.rollout().minSuccessTime()),
                new StageSettings.FailurePolicy(
                        stage.failureThreshold(),
                        stage.maxConsecutiveFailures(),
                        StageSettings.OnFailure.valueOf(stage.onFailure().name()),
                        StageSettings.OnNoEvidence.valueOf(stage.onNoEvidence().name())),
                new StageSettings.MonitorFor(
                        stage.monitorFor().always(), stage.monitorFor().duration()),
                stage.trigger().delay(),
                new StageSettings.ApplySettings(
                        StageSettings.ApplySettings.Conflicts.valueOf(
                                stage.apply().conflicts().name()),
                        stage.apply().adoptFrom(),
                        StageSettings.ApplySettings.HelmHooks.valueOf(
                                stage.apply().helmHooks().name())));
    }

    private static Selector selector(io.sternway.document.ClusterSelector selector) {
        return new Selector(
                selector.matchLabels(),
                selector.matchExpressions().stream()
                        .map(requirement -> new Selector.Requirement(
                                requirement.key(),
                                Selector.Operator.valueOf(requirement.operator().name()),
                                requirement.values()))
                        .toList());
    }

    private static CountOrPercent limit(io.sternway.document.CountOrPercent limit) {
        return new CountOrPercent(limit.value(), limit.isPercent());
    }
}
