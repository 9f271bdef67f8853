package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.settings.Settings;
import io.sternway.settings.StageSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which clusters belong to which stage (R4, R6). */
public final class Membership {

    private Membership() {}

    /** The clusters of a stage, by name: those that match, but for those that already belong to another stage. */
    public static List<String> members(Situation situation, Inventory inventory, StageSettings stage) {
        return inventory.current().selectedBy(stage.selector()).stream()
                .filter(cluster -> stage.name().equals(stageOf(situation, cluster, labels(inventory, cluster))))
                .toList();
    }

    /** A cluster's stage: the one that it is in, if that still matches it, else the first that does; absent: none. */
    public static @Nullable String stageOf(Situation situation, String cluster, Map<String, String> labels) {
        Target target = situation.target(cluster);
        if (target != null && matches(situation.settings(), target.stage(), labels)) {
            return target.stage();
        }
        return situation.settings().stages().stream()
                .filter(s -> s.selector().matches(labels))
                .map(StageSettings::name)
                .findFirst()
                .orElse(null);
    }

    /** Targets that no stage matches any more, or whose cluster is gone. */
    public static List<Target> leaving(Situation situation, Inventory inventory) {
        return situation.targets().stream()
                .filter(target -> target.desired().purpose() != Purpose.Release)
                .filter(target -> {
                    Map<String, String> labels = inventory.current().clusters().get(target.cluster());
                    return labels == null || stageOf(situation, target.cluster(), labels) == null;
                })
                .toList();
    }

    /** Whether a cluster is there, and the document's stage selects it. */
    public static boolean matches(Situation situation, Inventory inventory, String stage, String cluster) {
        Map<String, String> labels = inventory.current().clusters().get(cluster);
        return labels != null && matches(situation.settings(), stage, labels);
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

    /** Clusters that no stage matches: listed as a warning (R4). */
    public static List<String> unmatched(Settings settings, @Nullable Inventory inventory) {
        if (inventory == null) {
            return List.of();
        }
        Set<String> matched = matched(settings, inventory).keySet();
        return inventory.current().clusters().keySet().stream()
                .filter(cluster -> !matched.contains(cluster))
                .toList();
    }

    /** Clusters that stages match, in the order of the stages; each with all of its stages. */
    public static Map<String, List<String>> matched(Settings settings, Inventory inventory) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (StageSettings stage : settings.stages()) {
            for (String cluster : inventory.current().selectedBy(stage.selector())) {
                found.computeIfAbsent(cluster, c -> new ArrayList<>(1)).add(stage.name());
            }
        }
        return found;
    }

    /** The labels of a cluster in the newest reading; none if it is not there. */
    public static Map<String, String> labels(Inventory inventory, String cluster) {
        return inventory.current().clusters().getOrDefault(cluster, Map.of());
    }
}
