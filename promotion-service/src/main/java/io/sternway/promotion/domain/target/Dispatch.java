package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.Effect.DispatchTarget;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends targets a snapshot. A deployment, a rollback, a cluster that joins and a repetition are one thing: this target is
 * to hold this snapshot, at a newly drawn epoch, for this purpose.
 */
public final class Dispatch {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private Dispatch() {}

    /**
     * What is sent.
     *
     * @param purpose Deploy, Join or Rollback
     * @param stage the stage
     * @param revision the revision
     * @param run the run; absent for Join
     * @param rollback the rollback; absent for others
     * @param settings the stage's settings: deadlines are fixed from them now
     * @param reason why now
     */
    public record Order(
            Purpose purpose,
            String stage,
            long revision,
            @Nullable Long run,
            @Nullable Rollback rollback,
            StageSettings settings,
            AuditReason reason) {}

    /**
     * Whom it is sent to.
     *
     * @param cluster the cluster
     * @param labels the inputs
     * @param attempt counts the dispatches of this purpose from 1
     * @param clockFrom from when the deadline runs
     * @param retried an owed target's record, kept until it is restored; absent for a first dispatch
     */
    public record Addressee(
            String cluster,
            Map<String, String> labels,
            int attempt,
            Instant clockFrom,
            @Nullable GivenUp retried) {

        public static Addressee first(String cluster, Map<String, String> labels, Instant now) {
            return new Addressee(cluster, labels, 1, now, null);
        }
    }

    /** Sends one command to all addressees; nothing when there are none. */
    public static void send(Draft draft, Order order, List<Addressee> addressees) {
        if (addressees.isEmpty()) {
            return;
        }
        Revision revision = draft.revision(order.revision);
        draft.publish(order.stage, revision);
        String snapshot = revision.snapshot(order.stage).hash();
        List<DispatchTarget> wave = new ArrayList<>();
        for (Addressee to : addressees) {
            wave.add(new DispatchTarget(to.cluster, draft.nextEpoch(), to.labels));
        }
        String command = draft.ref().commandId(verb(order.purpose), wave.get(0).epoch());
        Duration deadline = remaining(draft, order, addressees);
        draft.effect(effect(order, command, snapshot, deadline, wave));
        for (int i = 0; i < wave.size(); i++) {
            record(
                    draft,
                    order,
                    snapshot,
                    command,
                    addressees.get(i),
                    wave.get(i).epoch());
        }
    }

    private static Effect effect(
            Order order, String command, String snapshot, Duration deadline, List<DispatchTarget> wave) {
        Rollback rollback = order.rollback;
        if (rollback == null) {
            return new Effect.Deploy(
                    command, order.stage, order.run, order.revision, snapshot, deadline, wave, order.settings);
        }
        return new Effect.Restore(
                command,
                rollback.id(),
                order.stage,
                rollback.run(),
                rollback.from(),
                order.revision,
                snapshot,
                deadline,
                wave,
                order.settings);
    }

    private static long returns(Draft draft, String cluster) {
        ClusterView view = draft.cluster(cluster);
        return view == null ? 0 : view.returns();
    }

    private static void record(Draft draft, Order order, String snapshot, String command, Addressee to, long epoch) {
        Desired desired = new Desired(
                epoch,
                order.purpose,
                order.revision,
                snapshot,
                to.labels,
                order.run,
                order.rollback == null ? null : order.rollback.id(),
                command,
                draft.now(),
                to.clockFrom,
                order.settings.rollout().progressDeadline(),
                order.purpose == Purpose.Rollback
                        ? Duration.ZERO
                        : order.settings.rollout().minSuccessTime(),
                to.attempt,
                returns(draft, to.cluster),
                false,
                false);
        Target before = draft.target(to.cluster);
        Target after = before == null
                ? Target.first(to.cluster, order.stage, desired)
                : before.dispatched(desired, order.stage, to.retried);
        draft.put(after);
        draft.audit(AuditType.TargetDispatched, AuditKind.target, order.reason, message(order, to))
                .revision(order.revision)
                .run(order.run)
                .stage(order.stage)
                .cluster(to.cluster)
                .from(before == null ? null : before.phase())
                .to(TargetPhase.Dispatched)
                .with("epoch", epoch)
                .with("purpose", order.purpose.name())
                .with("attempt", to.attempt)
                .with("command", command)
                .record();
    }

    private static String verb(Purpose purpose) {
        return switch (purpose) {
            case Deploy -> "deploy";
            case Join -> "join";
            case Rollback -> "rollback";
            case Release -> "release";
        };
    }

    private static String message(Order order, Addressee to) {
        String what = "revision " + order.revision;
        return switch (order.purpose) {
            case Deploy -> "Cluster " + to.cluster + " is to get " + what + again(to) + ".";
            case Join ->
                "Cluster " + to.cluster + " joined stage " + order.stage + " and is to get its stable " + what
                        + again(to) + ".";
            case Rollback -> "Cluster " + to.cluster + " is to get " + what + " back" + again(to) + ".";
            case Release -> "Cluster " + to.cluster + " is released.";
        };
    }

    private static String again(Addressee to) {
        return to.attempt == 1 ? "" : " (attempt " + to.attempt + ")";
    }

    /** The executor tries until our own deadline, not longer; while our clock stands still, so does the deadline. */
    private static Duration remaining(Draft draft, Order order, List<Addressee> addressees) {
        Duration whole = order.settings.rollout().progressDeadline();
        Addressee first = addressees.get(0);
        Instant due = draft.clock(first.cluster).due(first.clockFrom, whole);
        Duration left = due == null ? whole : Duration.between(draft.now(), due);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }
}
