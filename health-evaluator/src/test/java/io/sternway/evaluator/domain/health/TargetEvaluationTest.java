package io.sternway.evaluator.domain.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.evaluator.domain.checks.Reason;
import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.evaluator.domain.observed.Observation;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.ObjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.generators.SourceDSL;

/** H9: from verdicts to the state, by time and by count. */
@Tag("H9")
class TargetEvaluationTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration EACH = Duration.ofSeconds(2);

    @Test
    void withoutLimitsTheFirstFailingEvaluationFailsTheTarget() {
        assertEquals(List.of(HealthState.Failed), states(limits(null, null), "F"));
    }

    @Test
    void theThresholdRunsFromTheFirstFailingEvaluation() {
        assertEquals(
                List.of(HealthState.Progressing, HealthState.Degraded, HealthState.Degraded, HealthState.Failed),
                states(limits(EACH.multipliedBy(2), null), "pFFF"));
    }

    @Test
    void aPassBeforeTheThresholdRecoversAndResetsIt() {
        assertEquals(
                List.of(
                        HealthState.Degraded,
                        HealthState.Degraded,
                        HealthState.Ready,
                        HealthState.Degraded,
                        HealthState.Degraded,
                        HealthState.Failed),
                states(limits(EACH.multipliedBy(2), null), "FFPFFF"));
    }

    @Test
    void theCountIsReachedBeforeTheTime() {
        assertEquals(
                List.of(HealthState.Degraded, HealthState.Degraded, HealthState.Failed),
                states(limits(Duration.ofHours(1), 3), "FFF"));
    }

    @Test
    void theTimeIsReachedBeforeTheCount() {
        assertEquals(List.of(HealthState.Degraded, HealthState.Failed), states(limits(EACH, 30), "FF"));
    }

    @Test
    @Tag("A10")
    void progressingAndErrorNeitherCountNorReset() {
        assertEquals(
                List.of(
                        HealthState.Degraded,
                        HealthState.Degraded,
                        HealthState.Unknown,
                        HealthState.Degraded,
                        HealthState.Failed),
                states(limits(null, 3), "FpEFF"));
    }

    @Test
    void manyEvaluationsWithinOneCheckIntervalCountOnce() {
        Target target = held(limits(null, 3));
        for (int i = 0; i < 50; i++) {
            target = look(target, 'F', i + 1);
            target = TargetEvaluation.evaluate(target, START.plusMillis(i));
        }
        assertEquals(HealthState.Degraded, target.state());
        assertEquals(1, Objects.requireNonNull(target.streak()).count());
    }

    @Test
    void aFailedTargetStaysFailedUntilItPasses() {
        assertEquals(
                List.of(HealthState.Failed, HealthState.Failed, HealthState.Failed, HealthState.Ready),
                states(limits(null, null), "FpEP"));
    }

    @Test
    void theTransitionNumberCountsChangesOfStateOnly() {
        Target target = run(held(limits(null, 2)), "ppFFPP");
        assertEquals(4, target.transition());
        assertEquals(START.plus(EACH.multipliedBy(4)), target.since());
    }

    @Test
    @DisplayName("H16 what changes after it was ready leaves it ready, unsteady, and its time goes on")
    void changingAfterReadyIsUnsteady() {
        Target ready = run(held(limits(null, null)), "pP");
        Target changing = step(ready, 'p', 2);
        assertEquals(HealthState.Ready, changing.state());
        assertEquals(ready.transition(), changing.transition());
        assertEquals(ready.since(), changing.since());
        assertEquals(false, changing.steady());
        assertEquals(true, step(changing, 'P', 3).steady());
    }

    @Test
    @Tag("H6")
    void everyReasonIsToldAndNotOnlyTheFirst() {
        Target target = held(limits(null, null))
                .seen(new Observation(
                        1, new Sequence(0, 1), List.of(object("a", 'F'), object("b", 'F'), object("c", 'P'))));
        List<Reason> reasons = TargetEvaluation.evaluate(target, START).reasons();
        assertEquals(
                List.of("a", "b"),
                reasons.stream()
                        .map(reason -> Objects.requireNonNull(reason.object()).name())
                        .toList());
    }

    @Test
    @Tag("H10")
    void afterSilenceTheNextEvaluationIsAChangeWhateverItFinds() {
        Target ready = run(held(limits(null, null)), "P");
        Target silenced = ready.silenced(Duration.ofSeconds(6));
        assertEquals(HealthState.Unknown, silenced.shown());
        assertEquals(ready.transition(), silenced.transition());
        assertEquals("Silent", silenced.reasons().get(0).reason());
        Target heard = TargetEvaluation.evaluate(silenced, START.plusSeconds(60));
        assertEquals(HealthState.Ready, heard.shown());
        assertEquals(ready.transition() + 1, heard.transition());
    }

    @Test
    @Tag("H10")
    void aLookAtANewerEpochWaitsForItsRecord() {
        Target early = Target.NEW.seen(new Observation(7, new Sequence(0, 1), List.of(object("a", 'P'))));
        assertFalse(early.evaluable());
        Target known = early.holds(new AppliedSnapshot(7, limits(null, null), Map.of(), null, null));
        assertTrue(known.evaluable());
        assertEquals(HealthState.Ready, TargetEvaluation.evaluate(known, START).state());
    }

    @Test
    void aNewEpochBeginsWithoutMemoryAndAnOlderOneChangesNothing() {
        Target failed = run(held(limits(null, null)), "F");
        Target next = failed.holds(new AppliedSnapshot(2, limits(null, null), Map.of(), null, null));
        assertEquals(0, next.transition());
        assertNull(next.state());
        assertEquals(next, next.holds(new AppliedSnapshot(1, limits(null, null), Map.of(), null, null)));
        assertEquals(next, next.seen(new Observation(1, new Sequence(9, 9), List.of(object("a", 'F')))));
    }

    @Test
    @Tag("H10")
    void replayingTheInputGivesTheSameOutput() {
        QuickTheory.qt()
                .forAll(SourceDSL.lists().of(SourceDSL.integers().between(0, 3)).ofSizeBetween(1, 60))
                .checkAssert(codes -> {
                    StringBuilder verdicts = new StringBuilder();
                    codes.forEach(code -> verdicts.append("PpFE".charAt(code)));
                    FailureLimits limits = limits(EACH.multipliedBy(4), 4);
                    Target once = run(held(limits), verdicts.toString());
                    assertEquals(once, run(held(limits), verdicts.toString()));
                    if (once.state() == HealthState.Ready) {
                        assertNull(once.streak());
                    }
                });
    }

    private static List<HealthState> states(FailureLimits limits, String verdicts) {
        List<HealthState> states = new ArrayList<>();
        Target target = held(limits);
        for (int i = 0; i < verdicts.length(); i++) {
            target = step(target, verdicts.charAt(i), i);
            states.add(Objects.requireNonNull(target.state()));
        }
        return states;
    }

    private static Target run(Target target, String verdicts) {
        for (int i = 0; i < verdicts.length(); i++) {
            target = step(target, verdicts.charAt(i), i);
        }
        return target;
    }

    private static Target step(Target target, char verdict, int number) {
        return TargetEvaluation.evaluate(look(target, verdict, number + 1), START.plus(EACH.multipliedBy(number)));
    }

    private static Target look(Target target, char verdict, int counter) {
        return target.seen(new Observation(1, new Sequence(0, counter), List.of(object("a", verdict))));
    }

    private static Target held(FailureLimits limits) {
        return Target.NEW.holds(new AppliedSnapshot(1, limits, Map.of(), null, null));
    }

    private static FailureLimits limits(@Nullable Duration threshold, @Nullable Integer count) {
        return new FailureLimits(threshold, count, null, EACH);
    }

    private static ObservedObject object(String name, char verdict) {
        ObjectStatus status = switch (verdict) {
            case 'P' -> ObjectStatus.Current;
            case 'p' -> ObjectStatus.InProgress;
            case 'F' -> ObjectStatus.Failed;
            default -> ObjectStatus.Unknown;
        };
        return new ObservedObject(
                new ObjectName("apps/v1", "Deployment", "shop", name), null, status, null, null, null);
    }
}
