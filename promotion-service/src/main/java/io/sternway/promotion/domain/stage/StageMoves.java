package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.run.Run;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Moves a stage of a run from one phase to the next, by the table, with exactly one audit record. */
public final class StageMoves {

    private StageMoves() {}

    /**
     * Why, for people.
     *
     * @param reason from the closed list
     * @param message a sentence
     * @param actor who decides: the system, or a policy of the document
     * @param details for the audit record
     */
    public record Why(AuditReason reason, String message, Actor actor, Map<String, Object> details) {

        public static Why of(AuditReason reason, String message) {
            return new Why(reason, message, Actor.SYSTEM, Map.of());
        }
    }

    /**
     * Moves, and returns the stage in its new phase.
     *
     * @throws IllegalStateException if the move is not in the table: a bug
     */
    public static StageRun move(Draft draft, Run run, StageRun part, StageCause cause, Why why) {
        StagePhase to = Transitions.next(part.phase(), cause)
                .orElseThrow(() -> new IllegalStateException(
                        "a stage does not leave " + part.phase() + " by " + cause + " (" + part.stage() + ")"));
        StageRun moved = part.moved(
                to, renewed(draft, run, part), draft.now(), why.reason().name(), why.message());
        replace(draft, run, moved);
        var audit = draft.audit(cause.audit(), AuditKind.stage, why.reason(), why.message())
                .revision(run.revision())
                .run(run.number())
                .stage(part.stage())
                .from(part.phase())
                .to(to)
                .by(why.actor());
        why.details().forEach(audit::with);
        audit.record();
        return moved;
    }

    /** Puts a changed part back into its run. */
    public static Run replace(Draft draft, Run run, StageRun part) {
        Run current = draft.run(run.number());
        List<StageRun> stages = new ArrayList<>((current == null ? run : current).stages());
        stages.replaceAll(s -> s.stage().equals(part.stage()) ? part : s);
        Run changed = (current == null ? run : current).withStages(stages);
        draft.put(changed);
        return changed;
    }

    /** New settings hold from the next gate on, for the newest run only (R3). */
    private static StageSettings renewed(Draft draft, Run run, StageRun part) {
        if (run.number() != draft.newestRun()) {
            return part.settings();
        }
        return draft.settings().stage(part.stage()).orElse(part.settings());
    }
}
