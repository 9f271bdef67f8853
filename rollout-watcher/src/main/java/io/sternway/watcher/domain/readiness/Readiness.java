package io.sternway.watcher.domain.readiness;

import io.sternway.vocabulary.ObjectStatus;
import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.WatchedObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an applied object looks like now (H3). Without memory: the same object gives the same answer. */
public final class Readiness {

    private final Duration statusGrace;

    /**
     * @param statusGrace how long the controller of a custom kind has to write a first status, before an object without
     *     one is taken for current
     */
    public Readiness(Duration statusGrace) {
        this.statusGrace = statusGrace;
    }

    /**
     * Assesses an object without its Pods.
     *
     * @param applied what was applied
     * @param now the object as it is; null if it is not there
     * @param sinceApplied how long ago it was first looked at, at this epoch
     */
    public Assessment assess(WatchedObject applied, @Nullable Json now, Duration sinceApplied) {
        return assess(applied, now, sinceApplied, List.of(), List.of());
    }

    /**
     * Assesses an object with what its Pods say.
     *
     * @param replicaSets ReplicaSets, among which are the workload's
     * @param pods Pods, among which are the workload's
     */
    public Assessment assess(
            WatchedObject applied, @Nullable Json now, Duration sinceApplied, List<Json> replicaSets, List<Json> pods) {
        if (now == null) {
            return Assessment.notFound(null, "it was applied and is not there");
        }
        if (!applied.uid().equals(now.text("metadata", "uid"))) {
            return Assessment.notFound(UnreadyReason.Replaced.name(), "it was deleted, and another one has its name");
        }
        KindRule rule = KindRules.of(applied.kind());
        Assessment common = common(applied, now, rule);
        if (common != null) {
            return withNumbers(common, applied, rule, now, replicaSets, pods);
        }
        return rule == null
                ? GenericRule.assess(now, applied.kind().builtIn(), sinceApplied, statusGrace)
                : withNumbers(rule.assess(now), applied, rule, now, replicaSets, pods);
    }

    /** Whether Pods can say why it is not ready: it runs some, and is that which was applied. */
    public static boolean needsPods(WatchedObject applied, Assessment assessment) {
        KindRule rule = KindRules.of(applied.kind());
        return rule != null
                && rule.runsPods()
                && assessment.status() == ObjectStatus.InProgress
                && assessment.workload() != null;
    }

    /** Whether its look can change without somebody changing what was applied: then it is worth being told at once. */
    public static boolean changesByItself(WatchedObject applied) {
        KindRule rule = KindRules.of(applied.kind());
        return rule == null
                ? !applied.kind().builtIn()
                : rule.runsPods() || applied.kind().kind().equals("Pod");
    }

    /** Whether what a watch tells may be a Pod that fails: a hint, that costs no parsing and decides nothing. */
    public static boolean mayTellOfFailure(String text) {
        return PodFailures.mayBeTold(text);
    }

    /** What holds for every kind, before its rule; null if none of them answers. */
    private static @Nullable Assessment common(WatchedObject applied, Json now, @Nullable KindRule rule) {
        if (now.has("metadata", "deletionTimestamp")) {
            return new Assessment(ObjectStatus.Terminating, null, "it is being deleted", null);
        }
        long generation = now.number(0, "metadata", "generation");
        if (generation < applied.generation()) {
            return Assessment.inProgress(
                    UnreadyReason.GenerationNotSeen, "what was read is older than what was applied");
        }
        boolean observed = now.has("status", "observedGeneration");
        if (observed && now.number(generation, "status", "observedGeneration") != generation) {
            return Assessment.inProgress(
                    UnreadyReason.LatestGenerationNotObserved, "its controller has not seen it yet");
        }
        if (!observed && rule != null && rule.alwaysObserved()) {
            return Assessment.inProgress(UnreadyReason.NoObservedGeneration, "its controller has not seen it yet");
        }
        Conditions conditions = Conditions.of(now);
        if (conditions.stale(generation) != null) {
            return Assessment.inProgress(
                    UnreadyReason.LatestGenerationNotObserved, "its conditions speak of an older generation");
        }
        for (Json condition : conditions.inOrder()) {
            if (condition.is("True", "status")) {
                if (condition.is("Reconciling", "type")) {
                    return Assessment.inProgress(UnreadyReason.Reconciling, condition);
                }
                if (condition.is("Stalled", "type")) {
                    return Assessment.failed(UnreadyReason.Stalled, condition);
                }
            }
        }
        return null;
    }

    private static Assessment withNumbers(
            Assessment assessment,
            WatchedObject applied,
            @Nullable KindRule rule,
            Json now,
            List<Json> replicaSets,
            List<Json> pods) {
        if (rule == null || !rule.runsPods()) {
            return assessment;
        }
        boolean job = applied.kind().kind().equals("Job");
        List<FailedPod> failed = CurrentPods.of(applied.kind().kind(), now, replicaSets, pods).stream()
                .flatMap(pod -> (job ? PodFailures.cannotStart(pod) : PodFailures.of(pod)).stream())
                .sorted(Comparator.comparing(FailedPod::name))
                .toList();
        return assessment.with(rule.workload(now, failed));
    }
}
