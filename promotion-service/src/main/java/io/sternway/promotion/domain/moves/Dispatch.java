package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.DispatchTarget;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.TargetStory;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends targets a snapshot. A deployment, a rollback, a cluster that joins and a repetition are one thing: this target is
 * to hold this snapshot, at a newly drawn epoch, for this purpose.
 */
final class Dispatch {
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
    record Order(
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
    record Addressee(
            String cluster,
            Map<String, String> labels,
            int attempt,
            Instant clockFrom,
            @Nullable GivenUp retried) {

        static Addressee first(String cluster, Map<String, String> labels, Instant now) {
            return new Addressee(cluster, labels, 1, now, null);
        }
    }

    /** Sends one command to all addressees, and another to those where something may have to be mended first (K11, K17). */
    static void send(Draft draft, Order order, List<Addressee> addressees) {
        Map<Boolean, List<Addressee>> byMending =
                addressees.stream().collect(Collectors.partitioningBy(to -> mends(draft, order, to)));
        byMending.forEach((mends, some) -> send(draft, order, some, mends));
    }

    /** What it was sent before has not succeeded there. A repetition mends as the first; a rollback whatever the command says. */
    private static boolean mends(Draft draft, Order order, Addressee to) {
        Target before = draft.target(to.cluster);
        if (before == null
                || order.purpose == Purpose.Rollback
                || before.desired().purpose() == Purpose.Release) {
            return false;
        }
        Desired last = before.desired();
        boolean repeats = last.purpose() == order.purpose && last.revision() == order.revision;
        return repeats ? Boolean.TRUE.equals(last.mends()) : before.isGivenUp() || !before.ready();
    }

    private static void send(Draft draft, Order order, List<Addressee> addressees, boolean mends) {
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
        String command = draft.ref().commandId(order.purpose.verb(), wave.get(0).epoch());
        draft.effect(effect(order, command, snapshot, remaining(draft, order, addressees.get(0)), wave, mends));
        for (int i = 0; i < wave.size(); i++) {
            Addressee to = addressees.get(i);
            record(
                    draft,
                    order,
                    to,
                    desired(draft, order, snapshot, command, to, wave.get(i).epoch(), mends));
        }
    }

    private static Effect effect(
            Order order, String command, String snapshot, Duration deadline, List<DispatchTarget> wave, boolean mends) {
        Rollback rollback = order.rollback;
        if (rollback == null) {
            return new Effect.Deploy(
                    command, order.stage, order.run, order.revision, snapshot, deadline, wave, mends, order.settings);
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

    private static Desired desired(
            Draft draft, Order order, String snapshot, String command, Addressee to, long epoch, boolean mends) {
        ClusterView cluster = draft.cluster(to.cluster);
        return new Desired(
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
                cluster == null ? 0 : cluster.returns(),
                false,
                false,
                mends ? true : null);
    }

    private static void record(Draft draft, Order order, Addressee to, Desired desired) {
        Target before = draft.target(to.cluster);
        Target after = before == null
                ? Target.first(to.cluster, order.stage, desired)
                : before.dispatched(desired, order.stage, to.retried);
        draft.put(after);
        draft.tell(TargetStory.dispatched(before, after, order.reason));
    }

    /** The executor tries until our own deadline, not longer; while our clock stands still, so does the deadline. */
    private static Duration remaining(Draft draft, Order order, Addressee first) {
        Duration whole = order.settings.rollout().progressDeadline();
        Instant due = draft.clock(first.cluster).due(first.clockFrom, whole);
        Duration left = due == null ? whole : Duration.between(draft.now(), due);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }
}
