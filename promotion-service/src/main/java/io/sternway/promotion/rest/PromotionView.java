package io.sternway.promotion.rest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** One promotion whole. */
@Schema(description = "One promotion whole")
public record PromotionView(
        @Schema(description = "The project that owns it") String project,
        @Schema(description = "Its name") String promotion,
        @Schema(description = "Its labels") Map<String, String> labels,

        @Schema(description = "The outcome of the newest run, or while that is in flight the phase of its stage")
        String phase,

        @Schema(description = "Counts the settings from 1") long generation,

        @Schema(description = "The highest revision number ever given")
        long newestRevision,

        @Schema(description = "The revision of the newest run; absent before the first") @Nullable
        Long activeRevision,

        @Schema(description = "The sequence of its newest audit record")
        long auditSequence,

        @Schema(description = "When something happens by time alone; absent if nothing will") @Nullable
        Instant nextDueAt,

        @Schema(description = "Decisions in a row that failed unexpectedly; 0 when all is well")
        int parked,

        @Schema(description = "When its first document was accepted")
        Instant createdAt,

        @Schema(description = "When something last changed") Instant updatedAt,

        @Schema(description = "What somebody should mend, though nothing has failed")
        List<WarningView> warnings,

        @Schema(description = "The stages in order, as the newest run sees them")
        List<StageView> stages,

        @Schema(description = "The newest runs, newest first")
        List<RunView> runs,

        @Schema(description = "The newest revisions, newest first")
        List<RevisionView> revisions,

        @Schema(description = "The newest rollbacks, newest first")
        List<RollbackView> rollbacks) {

    /** A condition beside a phase, after Kubernetes' conventions. */
    @Schema(description = "A condition beside a phase, after Kubernetes' conventions")
    public record ConditionView(
            @Schema(description = "Progressing, Available, Degraded, Blocked, Stale or RolledBack")
            String type,

            @Schema(description = "True or False") String status,
            @Schema(description = "Why, in CamelCase") String reason,
            @Schema(description = "Why, for people") String message,

            @Schema(description = "When the status last changed")
            Instant lastTransitionTime) {}

    /** Something that somebody should mend. */
    @Schema(description = "Something that somebody should mend, though nothing has failed")
    public record WarningView(
            @Schema(description = "The cluster that it is about")
            String cluster,

            @Schema(description = "In CamelCase") String reason,
            @Schema(description = "For people") String message) {}

    /** What a stage waits for. */
    @Schema(description = "What a stage waits for, and when it could go on")
    public record GateView(
            @Schema(description = "What sort of gate") String kind,

            @Schema(description = "The clusters that it waits for, where it is clusters")
            List<String> waitsFor,

            @Schema(description = "Since when it is waited for; absent if that is not known") @Nullable
            Instant since,

            @Schema(description = "When it opens if nothing changes; absent if that is not a matter of time") @Nullable
            Instant opensAt,

            @Schema(description = "In CamelCase, from the list of audit reasons")
            String reason,

            @Schema(description = "For people") String message) {}

    /** A stage. */
    @Schema(description = "A stage, as the newest run sees it")
    public record StageView(
            @Schema(description = "Its name") String stage,

            @Schema(description = "Where the newest run is in it")
            String phase,

            @Schema(description = "When the phase began") @Nullable
            Instant since,

            @Schema(description = "Why it is in this phase, in CamelCase") @Nullable
            String reason,

            @Schema(description = "Why it is in this phase, for people") @Nullable
            String message,

            @Schema(description = "The run that is responsible for it; absent before the first") @Nullable
            String owner,

            @Schema(description = "Its stable revision; absent before the first success") @Nullable
            Long stableRevision,

            @Schema(description = "Until when failures are acted on; absent if they are not, or for ever") @Nullable
            Instant monitoredUntil,

            @Schema(description = "Conditions beside the phase")
            List<ConditionView> conditions,

            @Schema(description = "What it waits for") List<GateView> gates,
            @Schema(description = "Its clusters") List<TargetView> targets) {}

    /** A target. */
    @Schema(description = "The promotion on one cluster")
    public record TargetView(
            @Schema(description = "The cluster") String cluster,
            @Schema(description = "How it stands") String phase,

            @Schema(description = "The revision that it is to hold")
            long revision,

            @Schema(description = "The epoch of its newest dispatch")
            long epoch,

            @Schema(description = "Deploy, Join, Rollback or Release")
            String purpose,

            @Schema(description = "When it was dispatched") Instant dispatchedAt,

            @Schema(description = "Counts the dispatches for this purpose from 1")
            int attempt,

            @Schema(description = "What the executor says; absent before its first word") @Nullable
            DeploymentView deployment,

            @Schema(description = "What the evaluator says; absent before its first word") @Nullable
            HealthView health,

            @Schema(description = "How far its prune has come")
            String prune,

            @Schema(description = "Why it is not waited for; absent if it is") @Nullable
            GivenUpView givenUp,

            @Schema(description = "When its cluster was last reached; absent if it never was") @Nullable
            Instant reachedAt) {}

    /** What the executor says about a target. */
    @Schema(description = "What the executor says about a target")
    public record DeploymentView(
            @Schema(description = "The newest epoch that it knows")
            long epoch,

            @Schema(description = "What it says about that epoch")
            String answer,

            @Schema(description = "In CamelCase") @Nullable String reason,
            @Schema(description = "For people") @Nullable String message,

            @Schema(description = "The revision of the last completed apply") @Nullable
            Long heldRevision,

            @Schema(description = "Whether that is held completely")
            boolean heldComplete) {}

    /** What the evaluator says about a target. */
    @Schema(description = "What the evaluator says about a target")
    public record HealthView(
            @Schema(description = "The epoch that it is about")
            long epoch,

            @Schema(description = "Progressing, Ready, Degraded, Failed or Unknown")
            String state,

            @Schema(description = "When the state began") Instant since,

            @Schema(description = "Every reason, for people")
            List<String> reasons) {}

    /** Why a target is not waited for. */
    @Schema(description = "Why a target is not waited for")
    public record GivenUpView(
            @Schema(description = "How it failed") String kind,

            @Schema(description = "Restored by itself when its cluster is back")
            boolean owed,

            @Schema(description = "In CamelCase") String reason,
            @Schema(description = "For people") String message,
            @Schema(description = "When") Instant at) {}

    /** A run. */
    @Schema(description = "One attempt to take a revision through the stages")
    public record RunView(
            @Schema(description = "Its id, the correlation id of its events")
            String run,

            @Schema(description = "The revision") long revision,

            @Schema(description = "Counts the runs of this revision from 1")
            int attempt,

            @Schema(description = "The id of the request that led to it")
            String cause,

            @Schema(description = "When it was accepted") Instant startedAt,

            @Schema(description = "When it got its outcome") @Nullable
            Instant endedAt,

            @Schema(description = "How it ended; absent while in flight") @Nullable
            String outcome,

            @Schema(description = "The stage whose failure decides the outcome") @Nullable
            String failedStage,

            @Schema(description = "The run that took over") @Nullable
            String supersededBy,

            @Schema(description = "Conditions beside the outcome")
            List<ConditionView> conditions) {}

    /** A revision. */
    @Schema(description = "A content, immutable")
    public record RevisionView(
            @Schema(description = "Its number") long revision,

            @Schema(description = "SHA-256 of its canonical content")
            String hash,

            @Schema(description = "When it was accepted") Instant createdAt,

            @Schema(description = "Its content is gone, it is history only")
            boolean pruned,

            @Schema(description = "Why it may not be brought anywhere; absent if it may") @Nullable
            QuarantineView quarantine) {}

    /** Why a revision may not be brought anywhere. */
    @Schema(description = "Why a revision may not be brought anywhere")
    public record QuarantineView(
            @Schema(description = "The stage where it failed")
            String stage,

            @Schema(description = "The run in which it failed")
            String run,

            @Schema(description = "When") Instant at,
            @Schema(description = "In CamelCase") String reason,
            @Schema(description = "For people") String message) {}

    /** A rollback of one stage. */
    @Schema(description = "A rollback of one stage")
    public record RollbackView(
            @Schema(description = "Its id") String rollback,
            @Schema(description = "The stage") String stage,

            @Schema(description = "The run whose failure is undone")
            String run,

            @Schema(description = "The revision that failed")
            long from,

            @Schema(description = "The revision that is restored")
            long to,

            @Schema(description = "What failed, in CamelCase")
            String reason,

            @Schema(description = "What failed, for people") String message,
            @Schema(description = "Who asked for it") String initiatedBy,
            @Schema(description = "When it began") Instant startTime,

            @Schema(description = "When it ended; absent while in progress") @Nullable
            Instant completionTime,

            @Schema(description = "Succeeded, Partial or Failed; absent while in progress") @Nullable
            String result,

            @Schema(description = "Every cluster") List<RollbackClusterView> clusters) {}

    /** One cluster of a rollback. */
    @Schema(description = "One cluster of a rollback")
    public record RollbackClusterView(
            @Schema(description = "The cluster") String cluster,

            @Schema(description = "Pending, Restored, Failed, Owed or Superseded")
            String state,

            @Schema(description = "The epoch of its last dispatch")
            long epoch,

            @Schema(description = "Dispatches to it") int attempts,

            @Schema(description = "From the first dispatch to the result; absent while pending") @Nullable
            Duration duration,

            @Schema(description = "Why it is not restored, in CamelCase") @Nullable
            String reason,

            @Schema(description = "For people") @Nullable String message) {}
}
