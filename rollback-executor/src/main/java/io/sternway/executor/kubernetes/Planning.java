package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Marks;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out how each object of the snapshot is addressed on this cluster. */
final class Planning {
    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final Map<String, ServedKind> broughtKinds = new HashMap<>();
    private final Set<String> broughtNamespaces = new HashSet<>();
    private final List<Fault> faults = new ArrayList<>();

    Planning(ClusterApi api, ServedKinds kinds, Content content) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        content.objects().forEach(this::brings);
    }

    /** The objects in the order of the snapshot. Ends the attempt if kinds are unknown. */
    List<Planned> plan() {
        List<Planned> planned = new ArrayList<>();
        for (Map<String, Object> object : content.objects()) {
            Planned one = plan(object);
            if (one != null) {
                planned.add(one);
            }
        }
        if (!faults.isEmpty()) {
            throw Ended.refused(faults);
        }
        return planned;
    }

    /** Whether the snapshot has that namespace. */
    boolean bringsNamespace(@Nullable String namespace) {
        return namespace != null && broughtNamespaces.contains(namespace);
    }

    /** Whether the snapshot has the definition of that kind. */
    boolean bringsKind(ObjectName name) {
        return broughtKinds.containsKey(name.apiVersion() + " " + name.kind());
    }

    private void brings(Map<String, Object> object) {
        String kind = Fields.text(object, "", "kind");
        if (kind.equals("Namespace")) {
            broughtNamespaces.add(Fields.text(object, "", "metadata", "name"));
        }
        if (kind.equals("CustomResourceDefinition")) {
            String group = Fields.text(object, "", "spec", "group");
            ServedKind served = new ServedKind(
                    Fields.text(object, "", "spec", "names", "plural"),
                    "Namespaced".equals(Fields.text(object, "", "spec", "scope")));
            for (Map<String, Object> version : Fields.maps(object, "spec", "versions")) {
                broughtKinds.put(
                        group + "/" + Fields.text(version, "", "name") + " "
                                + Fields.text(object, "", "spec", "names", "kind"),
                        served);
            }
        }
    }

    private @Nullable Planned plan(Map<String, Object> object) {
        ObjectName written = ObjectName.of(object);
        ServedKind kind = kinds.find(api, content.cluster(), written).orElse(null);
        boolean brought = kind == null;
        if (kind == null) {
            kind = broughtKinds.get(written.apiVersion() + " " + written.kind());
        }
        if (kind == null) {
            faults.add(Faults.unknownKind(written));
            return null;
        }
        String namespace = null;
        if (kind.namespaced()) {
            namespace = written.namespace() == null ? "default" : written.namespace();
        }
        Map<String, Object> wanted = Fields.copy(object);
        if (namespace == null) {
            Fields.remove(wanted, "metadata", "namespace");
        } else {
            Fields.set(wanted, namespace, "metadata", "namespace");
        }
        Fields.set(wanted, content.owner().applySetId(), "metadata", "labels", Marks.PART_OF);
        if (content.fence()) {
            Fields.set(wanted, Long.toString(content.epoch()), "metadata", "labels", Marks.FENCE);
        }
        ObjectName name = new ObjectName(written.apiVersion(), written.kind(), namespace, written.name());
        return new Planned(name, kind, wanted, brought);
    }
}
