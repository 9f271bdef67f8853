package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a prune may remove (K5). */
public final class Retention {
    private static final Set<String> KEPT =
            Set.of("Namespace", "CustomResourceDefinition", "PersistentVolumeClaim", "PersistentVolume");

    private Retention() {}

    /** What the inventory lists and the snapshot no longer has, the last written first. */
    public static List<ObjectName> leftovers(List<ObjectName> inventory, List<ObjectName> snapshot) {
        Set<String> wanted = new HashSet<>();
        snapshot.forEach(name -> wanted.add(name.identity()));
        List<Map<String, Object>> stale = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (ObjectName name : inventory) {
            if (!wanted.contains(name.identity()) && seen.add(name.identity())) {
                stale.add(Map.of("kind", name.kind(), "name", name));
            }
        }
        List<ObjectName> leftovers = new ArrayList<>();
        for (ApplyOrder.Step step : ApplyOrder.steps(stale)) {
            step.objects().forEach(object -> leftovers.add(0, (ObjectName) object.get("name")));
        }
        return leftovers;
    }

    /** Both lists, each object once; the version of the second wins. */
    public static List<ObjectName> union(List<ObjectName> old, List<ObjectName> wanted) {
        Set<String> known = new HashSet<>();
        List<ObjectName> union = new ArrayList<>();
        wanted.forEach(name -> {
            if (known.add(name.identity())) {
                union.add(name);
            }
        });
        old.forEach(name -> {
            if (known.add(name.identity())) {
                union.add(name);
            }
        });
        return union;
    }

    /** Whether an object stays although the snapshot no longer has it: what it holds would be gone for ever. */
    public static boolean kept(Map<String, Object> live) {
        return KEPT.contains(Fields.text(live, "", "kind")) && !"true".equals(Fields.annotation(live, Marks.PRUNE));
    }
}
