package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a prune may remove (K5). */
public final class Retention {
    private static final Set<String> KEPT =
            Set.of("Namespace", "CustomResourceDefinition", "PersistentVolumeClaim", "PersistentVolume");

    private Retention() {}

    /** What the inventory lists and the snapshot no longer has, the last written first. */
    public static List<ObjectName> leftovers(List<ObjectName> inventory, List<ObjectName> snapshot) {
        Set<String> wanted = snapshot.stream().map(ObjectName::identity).collect(Collectors.toSet());
        List<ObjectName> leftovers = new ArrayList<>(union(
                List.of(),
                inventory.stream()
                        .filter(name -> !wanted.contains(name.identity()))
                        .toList()));
        leftovers.sort(Comparator.comparing(name -> ApplyOrder.rank(name.kind())));
        Collections.reverse(leftovers);
        return leftovers;
    }

    /** Both lists, each object once; the version of the second wins. */
    public static List<ObjectName> union(List<ObjectName> old, List<ObjectName> wanted) {
        Map<String, ObjectName> union = new LinkedHashMap<>();
        Stream.concat(wanted.stream(), old.stream()).forEach(name -> union.putIfAbsent(name.identity(), name));
        return List.copyOf(union.values());
    }

    /** Whether everything stays, since a workload could not be put back and goes on with what it uses (K10). */
    public static boolean keepsAll(List<ObjectName> exceptions) {
        return exceptions.stream().anyMatch(name -> ApplyOrder.rank(name.kind()) == ApplyOrder.Rank.Workload);
    }

    /** Whether an object stays although the snapshot no longer has it: what it holds would be gone for ever. */
    public static boolean kept(Map<String, Object> live) {
        return KEPT.contains(Fields.text(live, "", "kind"))
                && !"true".equals(Fields.annotation(live, MetadataKeys.PRUNE));
    }
}
