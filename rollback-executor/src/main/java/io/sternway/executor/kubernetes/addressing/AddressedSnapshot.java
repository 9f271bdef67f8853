package io.sternway.executor.kubernetes.addressing;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ObjectFaults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The objects of the snapshot as they are addressed on this cluster. */
public final class AddressedSnapshot {
    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final Map<String, ServedKind> broughtKinds = new HashMap<>();
    private final Set<String> broughtNamespaces = new HashSet<>();
    private final List<Fault> faults = new ArrayList<>();

    public AddressedSnapshot(ClusterApi api, ServedKinds kinds, Content content) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        content.objects().forEach(this::brings);
    }

    /** The objects in the order of the snapshot. Ends the attempt if kinds are unknown. */
    public List<AddressedObject> objects() {
        List<AddressedObject> objects = new ArrayList<>();
        for (Map<String, Object> object : content.objects()) {
            AddressedObject one = address(object);
            if (one != null) {
                objects.add(one);
            }
        }
        if (!faults.isEmpty()) {
            throw AttemptEndedException.refused(faults);
        }
        return objects;
    }

    /** Whether the snapshot has that namespace. */
    public boolean bringsNamespace(@Nullable String namespace) {
        return namespace != null && broughtNamespaces.contains(namespace);
    }

    /** Whether the snapshot has the definition of that kind. */
    public boolean bringsKind(ObjectName name) {
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

    private @Nullable AddressedObject address(Map<String, Object> object) {
        ObjectName written = ObjectName.of(object);
        ServedKind kind = kinds.find(api, content.cluster(), written).orElse(null);
        boolean brought = kind == null;
        if (kind == null) {
            kind = broughtKinds.get(written.apiVersion() + " " + written.kind());
        }
        if (kind == null) {
            faults.add(ObjectFaults.unknownKind(written));
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
        Fields.set(wanted, content.owner().applySetId(), "metadata", "labels", MetadataKeys.PART_OF);
        if (content.fence()) {
            Fields.set(wanted, Long.toString(content.epoch()), "metadata", "labels", MetadataKeys.FENCE);
        }
        ObjectName name = new ObjectName(written.apiVersion(), written.kind(), namespace, written.name());
        return new AddressedObject(name, kind, wanted, brought);
    }
}
