package io.sternway.evaluator.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.generators.SourceDSL;

/** H9: from verdicts to the state, by time and by count. */
@Tag("H9")
class ThresholdsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration EACH = Duration.ofSeconds(2);

    @Test
    void without_limits_the_first_failing_evaluation_fails_the_target() {
        assertEquals(List.of(State.Failed), states(limits(null, null), "F"));
    }

    @Test
    void the_threshold_runs_from_the_first_failing_evaluation() {
        assertEquals(
                List.of(State.Progressing, State.Degraded, State.Degraded, State.Failed),
                states(limits(EACH.multipliedBy(2), null), "pFFF"));
    }

    @Test
    void a_pass_before_the_threshold_recovers_and_resets_it() {
        assertEquals(
                List.of(State.Degraded, State.Degraded, State.Ready, State.Degraded, State.Degraded, State.Failed),
                states(limits(EACH.multipliedBy(2), null), "FFPFFF"));
    }

    @Test
    void the_count_is_reached_before_the_time() {
        assertEquals(
                List.of(State.Degraded, State.Degraded, State.Failed), states(limits(Duration.ofHours(1), 3), "FFF"));
    }

    @Test
    void the_time_is_reached_before_the_count() {
        assertEquals(List.of(State.Degraded, State.Failed), states(limits(EACH, 30), "FF"));
    }

    @Test
    void progressing_and_error_neither_count_nor_reset() {
        assertEquals(
                List.of(State.Degraded, State.Degraded, State.Unknown, State.Degraded, State.Failed),
                states(limits(null, 3), "FpEFF"));
    }

    @Test
    void many_evaluations_within_one_check_interval_count_once() {
        Target target = held(limits(null, 3));
        for (int i = 0; i < 50; i++) {
            target = look(target, 'F', i + 1);
            target = Thresholds.evaluate(target, START.plusMillis(i));
        }
        assertEquals(State.Degraded, target.state());
        assertEquals(1, Objects.requireNonNull(target.streak()).count());
    }

    @Test
    void a_failed_target_stays_failed_until_it_passes() {
        assertEquals(
                List.of(State.Failed, State.Failed, State.Failed, State.Ready), states(limits(null, null), "FpEP"));
    }

    @Test
    @Tag("D-54")
    void the_transition_number_counts_changes_of_state_only() {
        Target target = run(held(limits(null, 2)), "ppFFPP");
        assertEquals(4, target.transition());
        assertEquals(START.plus(EACH.multipliedBy(4)), target.since());
    }

    @Test
    @Tag("H6")
    void every_reason_is_told_and_not_only_the_first() {
        Target target = held(limits(null, null))
                .seen(new Look(1, new Sequence(0, 1), List.of(object("a", 'F'), object("b", 'F'), object("c", 'P'))));
        List<Reason> reasons = Thresholds.evaluate(target, START).reasons();
        assertEquals(
                List.of("a", "b"),
                reasons.stream()
                        .map(reason -> Objects.requireNonNull(reason.object()).name())
                        .toList());
    }

    @Test
    @Tag("H10")
    void after_silence_the_next_evaluation_is_a_change_whatever_it_finds() {
        Target ready = run(held(limits(null, null)), "P");
        Target silenced = ready.silenced(Duration.ofSeconds(6));
        assertEquals(State.Unknown, silenced.shown());
        assertEquals(ready.transition(), silenced.transition());
        assertEquals("Silent", silenced.reasons().get(0).reason());
        Target heard = Thresholds.evaluate(silenced, START.plusSeconds(60));
        assertEquals(State.Ready, heard.shown());
        assertEquals(ready.transition() + 1, heard.transition());
    }

    @Test
    @Tag("H10")
    void a_look_at_a_newer_epoch_waits_for_its_record() {
        Target early = Target.NEW.seen(new Look(7, new Sequence(0, 1), List.of(object("a", 'P'))));
        assertFalse(early.evaluable());
        Target known = early.holds(new Held(7, limits(null, null), Map.of()));
        assertTrue(known.evaluable());
        assertEquals(State.Ready, Thresholds.evaluate(known, START).state());
    }

    @Test
    void a_new_epoch_begins_without_memory_and_an_older_one_changes_nothing() {
        Target failed = run(held(limits(null, null)), "F");
        Target next = failed.holds(new Held(2, limits(null, null), Map.of()));
        assertEquals(0, next.transition());
        assertNull(next.state());
        assertEquals(next, next.holds(new Held(1, limits(null, null), Map.of())));
        assertEquals(next, next.seen(new Look(1, new Sequence(9, 9), List.of(object("a", 'F')))));
    }

    @Test
    @Tag("H10")
    void replaying_the_input_gives_the_same_output() {
        QuickTheory.qt()
                .forAll(SourceDSL.lists().of(SourceDSL.integers().between(0, 3)).ofSizeBetween(1, 60))
                .checkAssert(codes -> {
                    StringBuilder verdicts = new StringBuilder();
                    codes.forEach(code -> verdicts.append("PpFE".charAt(code)));
                    Limits limits = limits(EACH.multipliedBy(4), 4);
                    Target once = run(held(limits), verdicts.toString());
                    assertEquals(once, run(held(limits), verdicts.toString()));
                    if (once.state() == State.Ready) {
                        assertNull(once.streak());
                    }
                });
    }

    private static List<State> states(Limits limits, String verdicts) {
        List<State> states = new ArrayList<>();
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
        return Thresholds.evaluate(look(target, verdict, number + 1), START.plus(EACH.multipliedBy(number)));
    }

    private static Target look(Target target, char verdict, int counter) {
        return target.seen(new Look(1, new Sequence(0, counter), List.of(object("a", verdict))));
    }

    private static Target held(Limits limits) {
        return Target.NEW.holds(new Held(1, limits, Map.of()));
    }

    private static Limits limits(@Nullable Duration threshold, @Nullable Integer count) {
        return new Limits(threshold, count, EACH);
    }

    private static ObjectSeen object(String name, char verdict) {
        ObjectSeen.Status status = switch (verdict) {
            case 'P' -> ObjectSeen.Status.Current;
            case 'p' -> ObjectSeen.Status.InProgress;
            case 'F' -> ObjectSeen.Status.Failed;
            default -> ObjectSeen.Status.Unknown;
        };
        return new ObjectSeen(new ObjectName("apps/v1", "Deployment", "shop", name), status, null, null, null);
    }
}
