package io.sternway.promotion.domain.rules.stage;

import static io.sternway.promotion.domain.model.StagePhase.Deploying;
import static io.sternway.promotion.domain.model.StagePhase.Failed;
import static io.sternway.promotion.domain.model.StagePhase.Halted;
import static io.sternway.promotion.domain.model.StagePhase.PartiallyRolledBack;
import static io.sternway.promotion.domain.model.StagePhase.Pending;
import static io.sternway.promotion.domain.model.StagePhase.RollbackFailed;
import static io.sternway.promotion.domain.model.StagePhase.RolledBack;
import static io.sternway.promotion.domain.model.StagePhase.RollingBack;
import static io.sternway.promotion.domain.model.StagePhase.Skipped;
import static io.sternway.promotion.domain.model.StagePhase.Soaking;
import static io.sternway.promotion.domain.model.StagePhase.Succeeded;
import static io.sternway.promotion.domain.model.StagePhase.Superseded;
import static io.sternway.promotion.domain.model.StagePhase.Waiting;
import static io.sternway.promotion.domain.rules.stage.StageCause.AllHealthy;
import static io.sternway.promotion.domain.rules.stage.StageCause.AllLeft;
import static io.sternway.promotion.domain.rules.stage.StageCause.AllRestored;
import static io.sternway.promotion.domain.rules.stage.StageCause.AllSoaked;
import static io.sternway.promotion.domain.rules.stage.StageCause.EarlierFailed;
import static io.sternway.promotion.domain.rules.stage.StageCause.EarlierFailedNoTarget;
import static io.sternway.promotion.domain.rules.stage.StageCause.FailedContinue;
import static io.sternway.promotion.domain.rules.stage.StageCause.FailedHalt;
import static io.sternway.promotion.domain.rules.stage.StageCause.FailedNoTarget;
import static io.sternway.promotion.domain.rules.stage.StageCause.FailedRollback;
import static io.sternway.promotion.domain.rules.stage.StageCause.GatesOpen;
import static io.sternway.promotion.domain.rules.stage.StageCause.NewerRun;
import static io.sternway.promotion.domain.rules.stage.StageCause.NobodyMatches;
import static io.sternway.promotion.domain.rules.stage.StageCause.NoneRestored;
import static io.sternway.promotion.domain.rules.stage.StageCause.NotAllHealthy;
import static io.sternway.promotion.domain.rules.stage.StageCause.NotInDocument;
import static io.sternway.promotion.domain.rules.stage.StageCause.SomeRestored;
import static io.sternway.promotion.domain.rules.stage.StageCause.Started;
import static io.sternway.promotion.domain.rules.stage.StageCause.Unresolvable;

import io.sternway.promotion.domain.model.StagePhase;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Every legal move of a stage's phase. A pair that is not here is not legal; docs/state-machine.md shows it, and a test
 * compares the two.
 */
public final class StageTransitions {

    private static final Map<StagePhase, Map<StageCause, StagePhase>> TABLE = new EnumMap<>(StagePhase.class);

    static {
        from(Pending)
                .on(Started, Deploying)
                .on(NobodyMatches, Skipped)
                .on(NotInDocument, Skipped)
                .on(Unresolvable, Halted)
                .on(NewerRun, Superseded);
        from(Deploying).on(AllHealthy, Soaking).on(AllSoaked, Waiting).on(GatesOpen, Succeeded);
        from(Soaking).on(NotAllHealthy, Deploying).on(AllSoaked, Waiting).on(GatesOpen, Succeeded);
        from(Waiting).on(NotAllHealthy, Deploying).on(AllHealthy, Soaking).on(GatesOpen, Succeeded);
        for (StagePhase active : new StagePhase[] {Deploying, Soaking, Waiting}) {
            from(active).on(NewerRun, Superseded).on(AllLeft, Pending).on(NobodyMatches, Skipped);
        }
        // R11, R22, R3: failures are acted on while it is active, while it is monitored, and while a superseded run is
        // still responsible.
        for (StagePhase watched : new StagePhase[] {Deploying, Soaking, Waiting, Succeeded, Superseded}) {
            from(watched)
                    .on(FailedHalt, Halted)
                    .on(FailedNoTarget, Halted)
                    .on(FailedContinue, Failed)
                    .on(FailedRollback, RollingBack);
        }
        // R22: a later stage that has not yet succeeded goes back too.
        for (StagePhase unfinished : new StagePhase[] {Deploying, Soaking, Waiting, Superseded}) {
            from(unfinished).on(EarlierFailed, RollingBack).on(EarlierFailedNoTarget, Halted);
        }
        from(RollingBack)
                .on(AllRestored, RolledBack)
                .on(SomeRestored, PartiallyRolledBack)
                .on(NoneRestored, RollbackFailed);
    }

    private StageTransitions() {}

    /** Where a cause leads from a phase; empty: it is not legal there. */
    public static Optional<StagePhase> next(StagePhase from, StageCause cause) {
        return Optional.ofNullable(of(from).get(cause));
    }

    /** Every move from a phase, in the order of the causes. */
    public static Map<StageCause, StagePhase> of(StagePhase from) {
        return TABLE.getOrDefault(from, Collections.emptyMap());
    }

    /** The table as a Mermaid state diagram. */
    public static String mermaid() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n    [*] --> Pending\n");
        for (StagePhase from : StagePhase.values()) {
            of(from).forEach((cause, to) -> text.append("    ")
                    .append(from)
                    .append(" --> ")
                    .append(to)
                    .append(": ")
                    .append(cause)
                    .append('\n'));
        }
        return text.toString();
    }

    private static Row from(StagePhase phase) {
        return new Row(TABLE.computeIfAbsent(phase, p -> new EnumMap<>(StageCause.class)));
    }

    private record Row(Map<StageCause, StagePhase> moves) {
        Row on(StageCause cause, StagePhase to) {
            moves.put(cause, to);
            return this;
        }
    }
}
