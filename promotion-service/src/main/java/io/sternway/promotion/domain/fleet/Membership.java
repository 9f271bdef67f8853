package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.target.Target;
import io.sternway.settings.Settings;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which clusters belong to which stage (R4, R6, D-83 to D-85). */
public final class Membership {

    private Membership() {}

    /** The clusters of a stage, by name: those that match, but for those that already belong to another stage. */
    public static List<String> members(Draft draft, Inventory inventory, StageSettings stage) {
        return inventory.current().selectedBy(stage.selector()).stream()
                .filter(cluster -> stage.name().equals(stageOf(draft, cluster, labels(inventory, cluster))))
                .toList();
    }

    /** A cluster's stage: the one that it is in, if that still matches it, else the first that does; absent: none. */
    static @Nullable String stageOf(Draft draft, String cluster, Map<String, String> labels) {
        Target target = draft.target(cluster);
        if (target != null && matches(draft.settings(), target.stage(), labels)) {
            return target.stage();
        }
        return draft.settings().stages().stream()
                .filter(s -> s.selector().matches(labels))
                .map(StageSettings::name)
                .findFirst()
                .orElse(null);
    }

    /** Whether a cluster is there, and the document's stage selects it. */
    static boolean matches(Draft draft, Inventory inventory, String stage, String cluster) {
        Map<String, String> labels = inventory.current().clusters().get(cluster);
        return labels != null && matches(draft.settings(), stage, labels);
    }

    private static boolean matches(Settings settings, String stage, Map<String, String> labels) {
        Optional<StageSettings> found = settings.stage(stage);
        return found.isPresent() && found.get().selector().matches(labels);
    }

    /** Clusters that more than one stage matches, with those stages: refused at intake, later only a warning (R4). */
    public static SortedMap<String, List<String>> overlapping(Settings settings, Inventory inventory) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        matched(settings, inventory).forEach((cluster, stages) -> {
            if (stages.size() > 1) {
                found.put(cluster, stages);
            }
        });
        return found;
    }

    /** Clusters that no stage matches: listed as a warning (R4, D-84). */
    public static List<String> unmatched(Settings settings, Inventory inventory) {
        Set<String> matched = matched(settings, inventory).keySet();
        return inventory.current().clusters().keySet().stream()
                .filter(cluster -> !matched.contains(cluster))
                .toList();
    }

    /** Clusters that stages match, in the order of the stages; each with all of its stages. */
    static Map<String, List<String>> matched(Settings settings, Inventory inventory) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (StageSettings stage : settings.stages()) {
            for (String cluster : inventory.current().selectedBy(stage.selector())) {
                found.computeIfAbsent(cluster, c -> new ArrayList<>(1)).add(stage.name());
            }
        }
        return found;
    }

    /** Says once for each cluster that it came to match two stages. */
    public static void warn(Draft draft, Inventory inventory) {
        Map<String, List<String>> overlapping = overlapping(draft.settings(), inventory);
        overlapping.forEach((cluster, stages) -> {
            if (draft.notice(overlap(cluster))) {
                draft.audit(
                                AuditType.ClusterOverlapping,
                                AuditKind.cluster,
                                AuditReason.InTwoStages,
                                "Cluster " + cluster + " now matches the stages " + String.join(" and ", stages)
                                        + "; it stays in " + stageOf(draft, cluster, labels(inventory, cluster)) + ".")
                        .cluster(cluster)
                        .with("stages", stages)
                        .record();
            }
        });
        for (String noticed : draft.noticed()) {
            if (noticed.startsWith(overlap(""))
                    && !overlapping.containsKey(noticed.substring(overlap("").length()))) {
                draft.unnotice(noticed);
            }
        }
    }

    private static String overlap(String cluster) {
        return "overlap:" + cluster;
    }

    static Map<String, String> labels(Inventory inventory, String cluster) {
        return inventory.current().clusters().getOrDefault(cluster, Map.of());
    }
}
