package io.sternway.promotion.domain.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.settings.StageSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of one run.
 *
 * @param settings the stage's settings as this run uses them: until it starts those of the document, then renewed at
 *     each change of phase while its run is the newest
 * @param phase where it is
 * @param since when the phase began
 * @param members the membership snapshot, taken when the stage starts (R6); a cluster that leaves is taken out
 * @param startedAt when the snapshot was taken; absent while Pending
 * @param succeededAt when it succeeded; stays when it fails later
 * @param monitoredUntil until when a failure after success is acted on (R22); absent: not monitored, or for ever
 * @param monitored whether a failure after success is acted on; with {@code monitoredUntil} absent for ever
 * @param reason CamelCase, why it is in this phase
 * @param message for people
 * @param conditions beside the phase
 */
@RecordBuilder
public record StageRun(
        StageSettings settings,
        StagePhase phase,
        Instant since,
        List<String> members,
        @Nullable Instant startedAt,
        @Nullable Instant succeededAt,
        @Nullable Instant monitoredUntil,
        boolean monitored,
        @Nullable String reason,
        @Nullable String message,
        List<Condition> conditions)
        implements StageRunBuilder.With {

    public StageRun {
        members = List.copyOf(members);
        conditions = List.copyOf(conditions);
    }

    /** A stage whose turn has not come. */
    public static StageRun pending(StageSettings settings, Instant now) {
        return new StageRun(
                settings, StagePhase.Pending, now, List.of(), null, null, null, false, null, null, List.of());
    }

    /** The stage's name. */
    public String stage() {
        return settings.name();
    }

    /** Begun and not succeeded: active, or superseded while it was. */
    public boolean unfinished() {
        return phase.active() || phase == StagePhase.Superseded;
    }

    /** A failure of its targets is acted on (R3, R11, R22). */
    public boolean watched(Instant now) {
        return phase == StagePhase.Succeeded
                ? monitored && (monitoredUntil == null || now.isBefore(monitoredUntil))
                : unfinished();
    }

    /** Without a cluster that left. */
    public StageRun without(String cluster) {
        return withMembers(members.stream().filter(m -> !m.equals(cluster)).toList());
    }
}
