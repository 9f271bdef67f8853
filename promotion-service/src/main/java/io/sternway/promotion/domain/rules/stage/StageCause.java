package io.sternway.promotion.domain.rules.stage;

import io.sternway.vocabulary.AuditType;

/** Why a stage's phase changes: each is a condition on the records, said in words for the diagram. */
public enum StageCause {
    Started(By.FACT, AuditType.StageStarted, "its turn has come, and clusters match"),
    NobodyMatches(By.FACT, AuditType.StageSkipped, "no cluster matches, emptyStage: Skip"),
    AllLeft(By.FACT, AuditType.StageBlocked, "every member left, emptyStage: Block"),
    NotInDocument(By.PERSON, AuditType.StageSkipped, "the document has it no more"),
    Unresolvable(By.FACT, AuditType.StageHalted, "a placeholder has no value on a cluster"),
    NewerRun(By.PERSON, AuditType.StageSuperseded, "a newer run took over"),
    NotAllHealthy(By.FACT, AuditType.StageDeploying, "a target is not healthy any more, or not dispatched"),
    AllHealthy(By.FACT, AuditType.StageSoaking, "every target is healthy, not for long enough"),
    AllSoaked(By.TIME, AuditType.StageWaiting, "every target has soaked; a delay, a prune or a report is outstanding"),
    GatesOpen(By.TIME, AuditType.StageSucceeded, "every target has soaked, and all gates are open"),
    FailedHalt(By.TIME, AuditType.StageFailed, "too many targets failed: Halt"),
    FailedNoTarget(By.TIME, AuditType.StageFailed, "too many targets failed: Rollback, but nothing to go back to"),
    FailedContinue(By.TIME, AuditType.StageFailed, "too many targets failed: Continue"),
    FailedRollback(By.TIME, AuditType.StageFailed, "too many targets failed: Rollback"),
    EarlierFailed(By.TIME, AuditType.StageRollingBack, "an earlier stage of the run failed"),
    EarlierFailedNoTarget(By.TIME, AuditType.StageHalted, "an earlier stage failed, but nothing to go back to"),
    AllRestored(By.TIME, AuditType.StageRolledBack, "every target is restored"),
    SomeRestored(By.TIME, AuditType.StagePartiallyRolledBack, "some are restored, or a newer run took over"),
    NoneRestored(By.TIME, AuditType.StageRollbackFailed, "no target is restored");

    private final By by;
    private final AuditType audit;
    private final String words;

    StageCause(By by, AuditType audit, String words) {
        this.by = by;
        this.audit = audit;
        this.words = words;
    }

    /** What can make it true: time passing alone, a fact, or a person (a new document among them). */
    public By by() {
        return by;
    }

    /** The audit record of a move by this cause. */
    public AuditType audit() {
        return audit;
    }

    /** For the diagram. */
    public String words() {
        return words;
    }

    /** What makes a cause true at the latest. */
    public enum By {
        FACT,
        TIME,
        PERSON
    }
}
