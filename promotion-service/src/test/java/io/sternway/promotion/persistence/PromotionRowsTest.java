package io.sternway.promotion.persistence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.EventJson;
import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Soak;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.settings.ApplyOptions;
import io.sternway.settings.ClusterSelector;
import io.sternway.settings.CountOrPercent;
import io.sternway.settings.FailurePolicy;
import io.sternway.settings.RolloutStrategy;
import io.sternway.settings.Settings;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.RollbackState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PromotionRowsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    @Test
    void aPromotionComesBackFromItsRowsAsItWas() {
        Promotion promotion = promotion();
        PromotionEntity row = new PromotionEntity();
        row.promotion = promotion.ref().key();
        row.project = promotion.ref().project();
        row.name = promotion.ref().name();
        row.generation = promotion.generation();
        row.createdAt = promotion.createdAt();
        row.settings = StateJson.write(promotion.settings());
        row.state = StateJson.write(PromotionRows.Head.of(promotion));
        PromotionRows.Parts parts = new PromotionRows.Parts(
                promotion.revisions().values().stream()
                        .map(p -> PromotionRows.row("k", p))
                        .toList(),
                promotion.runs().values().stream()
                        .map(p -> PromotionRows.row("k", p))
                        .toList(),
                promotion.stages().values().stream()
                        .map(p -> PromotionRows.row("k", p))
                        .toList(),
                promotion.targets().values().stream()
                        .map(p -> PromotionRows.row("k", p))
                        .toList(),
                promotion.rollbacks().values().stream()
                        .map(p -> PromotionRows.row("k", p))
                        .toList());

        assertEquals(promotion, PromotionRows.promotion(row, parts));
    }

    /** The resource was written by the version of 2026-11-30, and is not renewed: it is what lies in databases. */
    @Test
    void rowsOfAnEarlierVersionAreReadAndWrittenInTheSameForm() throws IOException {
        Promotion promotion = promotion();
        Map<String, Object> parts = Map.of(
                "settings", promotion.settings(),
                "head", PromotionRows.Head.of(promotion),
                "revision", promotion.revisions().get(2L),
                "run", promotion.runs().get(3L),
                "stage", promotion.stages().get("production"),
                "target", promotion.targets().get("eu-1"),
                "rollback", promotion.rollbacks().values().iterator().next());
        List<String> rows;
        try (InputStream stored = PromotionRowsTest.class.getResourceAsStream("stored-rows.txt")) {
            rows = new String(stored.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        assertEquals(parts.size(), rows.size());
        for (String row : rows) {
            String[] named = row.split(" ", 2);
            Object part = Objects.requireNonNull(parts.get(named[0]));
            assertEquals(part, StateJson.read(named[1], part.getClass()), named[0]);
            assertEquals(inOrder(named[1]), inOrder(StateJson.write(part)), named[0]);
        }
    }

    /** As a tree whose sets, whose order is none, are in order. */
    private static String inOrder(String json) throws IOException {
        return EventJson.mapper().readTree(json).toString().replace("[\"hash\",\"other\"]", "[\"other\",\"hash\"]");
    }

    @Test
    void whatIsSearchedForStandsInColumns() {
        Promotion promotion = promotion();
        TargetEntity target =
                PromotionRows.row("k", promotion.targets().values().iterator().next());
        assertEquals(List.of(9L, 4L), List.of(target.healthEpoch, target.healthTransition));
        RollbackEntity rollback =
                PromotionRows.row("k", promotion.rollbacks().values().iterator().next());
        assertEquals(true, rollback.inProgress);
        assertEquals("production", rollback.stage);
    }

    private static Promotion promotion() {
        StageSettings stage = new StageSettings(
                "production",
                new ClusterSelector(
                        Map.of("env", "production"),
                        List.of(new ClusterSelector.Requirement(
                                "region", ClusterSelector.Operator.In, List.of("eu", "us")))),
                StageSettings.EmptyStage.Block,
                new RolloutStrategy(
                        RolloutStrategy.Type.Progressive,
                        CountOrPercent.percent(25),
                        CountOrPercent.count(1),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(3)),
                new FailurePolicy(
                        Duration.ofSeconds(1),
                        null,
                        null,
                        FailurePolicy.OnFailure.Rollback,
                        FailurePolicy.OnNoEvidence.Halt),
                StageSettings.MonitorFor.of(Duration.ofMinutes(30)),
                Duration.ZERO,
                new ApplyOptions(ApplyOptions.Conflicts.Fail, List.of("kubectl"), null, ApplyOptions.HelmHooks.Refuse));
        Snapshot snapshot = new Snapshot("hash", Set.of("region"));
        Condition condition = new Condition(Condition.Type.Degraded, true, "PruneIncomplete", "m", NOW);
        Revision revision = new Revision(2, "content", snapshot, Map.of("production", snapshot), NOW, null)
                .quarantined(new Revision.Quarantine("production", 3, NOW, "TooManyFailures", "m"));
        Run run = new Run(
                3,
                2,
                1,
                "request",
                NOW,
                null,
                RunOutcome.Succeeded,
                "production",
                null,
                List.of(new StageRun(
                        stage,
                        StagePhase.RollingBack,
                        NOW,
                        List.of("eu-1"),
                        NOW,
                        NOW,
                        null,
                        true,
                        "R",
                        null,
                        List.of(condition))),
                List.of(condition));
        Target target = new Target(
                "eu-1",
                "production",
                new Desired(
                        9,
                        Purpose.Rollback,
                        1,
                        "hash",
                        Map.of("region", "eu"),
                        3L,
                        "r",
                        "c",
                        NOW,
                        NOW,
                        Duration.ofMinutes(1),
                        Duration.ZERO,
                        1,
                        3,
                        false,
                        false,
                        null),
                new DeploymentFact(
                        9,
                        5,
                        DeploymentFact.Answer.Applied,
                        null,
                        null,
                        false,
                        9L,
                        1L,
                        true,
                        PruneState.None,
                        null,
                        null),
                new HealthFact(9, 4, 1, 77, HealthState.Ready, NOW, NOW, null, List.of("fine")),
                new Soak(null, NOW, true, false),
                PruneStatus.NOT_REQUESTED,
                new GivenUp(8, GivenUp.Kind.NoEvidence, false, "R", "m", NOW, 2, null),
                TargetPhase.Healthy,
                Map.of(1L, new Target.Held(9, Map.of("region", "eu"), NOW)));
        Rollback rollback = new Rollback(
                "p/n/rollback/3/production",
                "production",
                3,
                2,
                1,
                "TooManyFailures",
                "m",
                Actor.SYSTEM,
                NOW,
                null,
                null,
                Map.of("eu-1", new Rollback.ClusterResult(RollbackState.Pending, 9, 1, NOW, null, null, null)));
        return new Promotion(
                new PromotionRef("p", "n"),
                7,
                new Settings(Map.of("team", "t"), List.of(stage), 10),
                2,
                3,
                NOW,
                new TreeMap<>(Map.of(2L, revision)),
                new TreeMap<>(Map.of(3L, run)),
                Map.of("production", new Stage("production", 3L, 1L, List.of(new Stage.StageSuccess(1, NOW, null)))),
                Map.of("eu-1", target),
                Map.of(rollback.id(), rollback),
                Set.of("hash", "other"),
                Set.of("noticed"));
    }
}
