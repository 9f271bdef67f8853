package io.sternway.watcher.domain.readiness;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an applied object looks like now (H3). Without memory: the same object gives the same answer. */
public final class Readiness {

    private static final Map<String, KindRule> RULES = Map.ofEntries(
            Map.entry("apps/Deployment", new DeploymentRule()),
            Map.entry("apps/StatefulSet", new StatefulSetRule()),
            Map.entry("apps/DaemonSet", new DaemonSetRule()),
            Map.entry("apps/ReplicaSet", new ReplicaSetRule()),
            Map.entry("batch/Job", new JobRule()),
            Map.entry("Pod", new PodRule()),
            Map.entry("PersistentVolumeClaim", SimpleRules::claim),
            Map.entry("Service", SimpleRules::service),
            Map.entry("Secret", SimpleRules::always),
            Map.entry("ConfigMap", SimpleRules::always),
            Map.entry("batch/CronJob", SimpleRules::always),
            Map.entry("policy/PodDisruptionBudget", SimpleRules::always),
            Map.entry("apiextensions.k8s.io/CustomResourceDefinition", SimpleRules::customResourceDefinition));

    private final Duration statusGrace;

    /**
     * @param statusGrace how long the controller of a custom kind has to write a first status, before an object without
     *     one is taken for current (E11 a)
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
    public Assessment assess(Applied applied, @Nullable Json now, Duration sinceApplied) {
        return assess(applied, now, sinceApplied, List.of(), List.of());
    }

    /**
     * Assesses an object with what its Pods say.
     *
     * @param replicaSets ReplicaSets, among which are the workload's
     * @param pods Pods, among which are the workload's
     */
    public Assessment assess(
            Applied applied, @Nullable Json now, Duration sinceApplied, List<Json> replicaSets, List<Json> pods) {
        if (now == null) {
            return Assessment.notFound(null, "it was applied and is not there");
        }
        if (!applied.uid().equals(now.text("metadata", "uid"))) {
            return Assessment.notFound("Replaced", "it was deleted, and another one has its name");
        }
        KindRule rule = RULES.get(applied.groupKind());
        Assessment common = common(applied, now, rule);
        if (common != null) {
            return withNumbers(common, applied, rule, now, replicaSets, pods);
        }
        return rule == null
                ? GenericRule.assess(now, isCustom(applied), sinceApplied, statusGrace)
                : withNumbers(rule.assess(now), applied, rule, now, replicaSets, pods);
    }

    /** Whether Pods can say why it is not ready: it runs some, and is that which was applied. */
    public static boolean needsPods(Applied applied, Assessment assessment) {
        KindRule rule = RULES.get(applied.groupKind());
        return rule != null
                && rule.runsPods()
                && assessment.status() == Status.InProgress
                && assessment.workload() != null;
    }

    /** Whether its look can change without somebody changing what was applied: then it is worth being told at once. */
    public static boolean changesByItself(Applied applied) {
        KindRule rule = RULES.get(applied.groupKind());
        return rule == null
                ? isCustom(applied)
                : rule.runsPods() || applied.kind().equals("Pod");
    }

    /** Whether what a watch tells may be a Pod that fails: a hint, that costs no parsing and decides nothing. */
    public static boolean mayTellOfFailure(String text) {
        return PodFailures.mayBeTold(text);
    }

    /** E1 rows 1 to 4, before any rule of the kind; null if none of them answers. */
    private static @Nullable Assessment common(Applied applied, Json now, @Nullable KindRule rule) {
        if (now.has("metadata", "deletionTimestamp")) {
            return new Assessment(Status.Terminating, null, "it is being deleted", null);
        }
        long generation = now.number(0, "metadata", "generation");
        if (generation < applied.generation()) {
            return Assessment.inProgress("GenerationNotSeen", "what was read is older than what was applied");
        }
        boolean observed = now.has("status", "observedGeneration");
        if (observed && now.number(generation, "status", "observedGeneration") != generation) {
            return Assessment.inProgress("LatestGenerationNotObserved", "its controller has not seen it yet");
        }
        if (!observed && rule != null && rule.alwaysObserved()) {
            return Assessment.inProgress("NoObservedGeneration", "its controller has not seen it yet");
        }
        Conditions conditions = Conditions.of(now);
        if (conditions.stale(generation) != null) {
            return Assessment.inProgress("LatestGenerationNotObserved", "its conditions speak of an older generation");
        }
        for (Json condition : conditions.inOrder()) {
            if (condition.is("True", "status")) {
                if (condition.is("Reconciling", "type")) {
                    return Assessment.inProgress(
                            Conditions.reason(condition, "Reconciling"), Conditions.message(condition));
                }
                if (condition.is("Stalled", "type")) {
                    return Assessment.failed(Conditions.reason(condition, "Stalled"), Conditions.message(condition));
                }
            }
        }
        return null;
    }

    private static Assessment withNumbers(
            Assessment assessment,
            Applied applied,
            @Nullable KindRule rule,
            Json now,
            List<Json> replicaSets,
            List<Json> pods) {
        if (rule == null || !rule.runsPods()) {
            return assessment;
        }
        TreeSet<String> failed = new TreeSet<>();
        for (Json pod : PodsOf.current(applied.kind(), now, replicaSets, pods)) {
            String reason = applied.kind().equals("Job") ? PodFailures.cannotStart(pod) : PodFailures.reason(pod);
            if (reason != null) {
                failed.add(Objects.requireNonNullElse(pod.text("metadata", "name"), "?") + ": " + reason);
            }
        }
        return assessment.with(rule.workload(now, List.copyOf(failed)));
    }

    /** Built-in groups have no dot, or end in k8s.io; their controllers are part of the cluster. */
    private static boolean isCustom(Applied applied) {
        int slash = applied.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : applied.apiVersion().substring(0, slash);
        return group.indexOf('.') >= 0 && !group.endsWith(".k8s.io");
    }
}
