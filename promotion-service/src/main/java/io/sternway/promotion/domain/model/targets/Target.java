package io.sternway.promotion.domain.model.targets;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.vocabulary.HealthState;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * This promotion on one cluster: what it should hold, and what is known about it.
 *
 * @param cluster the cluster
 * @param stage the stage that it belongs to
 * @param desired the newest dispatch
 * @param deployment the newest that the executor said; absent before the first word
 * @param health the newest that the evaluator said; absent before the first word
 * @param soak how long it has been healthy
 * @param prune the prune of the newest dispatch
 * @param givenUp that it is not waited for, or (with an older epoch than desired) is being tried again; absent if neither
 * @param phase as last announced
 * @param ledger for each revision that it held: the newest epoch and inputs with which it did (R17, R19)
 */
@RecordBuilder
public record Target(
        String cluster,
        String stage,
        Desired desired,
        @Nullable DeploymentFact deployment,
        @Nullable HealthFact health,
        Soak soak,
        PruneStatus prune,
        @Nullable GivenUp givenUp,
        TargetPhase phase,
        Map<Long, Held> ledger)
        implements TargetBuilder.With {

    public Target {
        ledger = Map.copyOf(ledger);
    }

    /** The executor's newest word, if it is about what is desired now. */
    public @Nullable DeploymentFact answer() {
        return deployment != null && deployment.epoch() == desired.epoch() ? deployment : null;
    }

    /** The evaluator's newest word, if it is about what is desired now: only health of this epoch counts (R9). */
    public @Nullable HealthFact verdict() {
        return health != null && health.epoch() == desired.epoch() ? health : null;
    }

    /** The newest word about what is desired now is that it is healthy. */
    public boolean ready() {
        HealthFact verdict = verdict();
        return verdict != null && verdict.state() == HealthState.Ready;
    }

    /** It is healthy, and yet something changes there that gates wait for (H16). */
    public boolean changing() {
        HealthFact verdict = verdict();
        return verdict != null && verdict.state() == HealthState.Ready && !verdict.standsStill();
    }

    /** It is applied: the executor says so, or it was seen there (health at an epoch implies applied at that epoch). */
    public boolean applied() {
        DeploymentFact answer = answer();
        return verdict() != null || holds() || (answer != null && answer.answer() == DeploymentFact.Answer.Applied);
    }

    /** The executor says of a newer epoch that what is desired is still held: that one was never written (K18). */
    private boolean holds() {
        return deployment != null
                && deployment.heldComplete()
                && Long.valueOf(desired.epoch()).equals(deployment.heldEpoch());
    }

    /** It is not waited for. */
    public boolean isGivenUp() {
        return givenUp != null && givenUp.epoch() == desired.epoch();
    }

    /** It is not waited for, for want of an answer: it gets what it should hold when its cluster is back. */
    public boolean owed() {
        return givenUp != null && isGivenUp() && givenUp.owed();
    }

    /** The executor stopped before it had applied it, and it was not seen there. */
    public boolean stopped() {
        DeploymentFact answer = answer();
        return answer != null
                && verdict() == null
                && (answer.answer() == DeploymentFact.Answer.StoppedNotStarted
                        || answer.answer() == DeploymentFact.Answer.StoppedStarted);
    }

    /** A run brought it what it is to hold now, in that stage. */
    public boolean deployedBy(long run, String inStage) {
        return desired.purpose() == Purpose.Deploy && Long.valueOf(run).equals(desired.run()) && stage.equals(inStage);
    }

    /** A new dispatch: what was known about older epochs stays, what is judged starts anew. */
    public Target dispatched(Desired next, String nextStage, @Nullable GivenUp retried) {
        return new Target(
                cluster,
                nextStage,
                next,
                deployment,
                health,
                Soak.from(next.clockFrom()),
                PruneStatus.NOT_REQUESTED,
                retried,
                next.purpose() == Purpose.Release ? TargetPhase.Releasing : TargetPhase.Dispatched,
                ledger);
    }

    /** A target that is dispatched to for the first time. */
    public static Target first(String cluster, String stage, Desired desired) {
        return new Target(
                cluster,
                stage,
                desired,
                null,
                null,
                Soak.from(desired.clockFrom()),
                PruneStatus.NOT_REQUESTED,
                null,
                TargetPhase.Dispatched,
                Map.of());
    }

    /**
     * That a target held a revision.
     *
     * @param epoch the newest epoch at which it did
     * @param labels the inputs with which it did
     * @param at when that became known
     */
    public record Held(long epoch, Map<String, String> labels, Instant at) {
        public Held {
            labels = Map.copyOf(labels);
        }
    }
}
