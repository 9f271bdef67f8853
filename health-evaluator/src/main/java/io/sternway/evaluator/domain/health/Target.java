package io.sternway.evaluator.domain.health;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.evaluator.domain.checks.ObjectMemory;
import io.sternway.evaluator.domain.checks.ReadinessCheck;
import io.sternway.evaluator.domain.checks.Reason;
import io.sternway.evaluator.domain.observed.Observation;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the evaluator remembers of a target.
 *
 * @param held what it holds; absent before its record arrived
 * @param look the last look; of a newer epoch than {@code held} it waits for its record (H10)
 * @param memory by object id, at the held epoch
 * @param transition number of the last change of state at the held epoch; 0 before the first
 * @param state the state since that change; absent before the first
 * @param since when that change was
 * @param steady false while it is ready and changes without failing (H16); absent: true
 * @param reasons why, as of the last evaluation
 * @param streak failing evaluations in a row; absent when the last counted one passed
 * @param fresh the last look was evaluated when it came: the end of that same tick is no further look (H3)
 * @param silent HealthUnknown was said because nobody could look; the next evaluation is a change whatever it finds
 */
@RecordBuilder
public record Target(
        @Nullable AppliedSnapshot held,
        @Nullable Observation look,
        Map<String, ObjectMemory> memory,
        long transition,
        @Nullable HealthState state,
        Instant since,
        @Nullable Boolean steady,
        List<Reason> reasons,
        @Nullable Streak streak,
        boolean fresh,
        boolean silent)
        implements TargetBuilder.With {

    /** A target of which nothing is known. */
    public static final Target NEW =
            new Target(null, null, Map.of(), 0, null, Instant.EPOCH, null, List.of(), null, false, false);

    public Target {
        memory = Map.copyOf(memory);
        reasons = List.copyOf(reasons);
    }

    /** The state as a reader of the topic knows it. */
    public @Nullable HealthState shown() {
        return silent ? HealthState.Unknown : state;
    }

    /**
     * The target holds something: a new epoch begins without memory, the same epoch goes on with it. An older epoch
     * changes nothing.
     */
    public Target holds(AppliedSnapshot now) {
        if (held == null || now.epoch() > held.epoch()) {
            Observation kept = look != null && look.epoch() >= now.epoch() ? look : null;
            return NEW.with(next -> next.held(now).look(kept));
        }
        return now.epoch() < held.epoch() ? this : withHeld(now);
    }

    /** A look that is newer than the last one; an older look, or one of an older epoch, changes nothing. */
    public Target seen(Observation now) {
        boolean newer = look == null || now.sequence().after(look.sequence());
        boolean outdated = held != null && now.epoch() < held.epoch();
        return newer && !outdated ? withLook(now) : this;
    }

    /** The tick that brought the last look has ended. */
    public Target tickEnded() {
        return withFresh(false);
    }

    /** Whether there is something to evaluate: a look at what is held. */
    public boolean evaluable() {
        return held != null && look != null && look.epoch() == held.epoch();
    }

    /** Nobody could look at it for that long; the transition number stays (H10). */
    public Target silenced(Duration time) {
        return with(
                target -> target.reasons(List.of(ReadinessCheck.silent(time))).silent(true));
    }
}
