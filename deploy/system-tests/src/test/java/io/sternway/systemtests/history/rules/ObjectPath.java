package io.sternway.systemtests.history.rules;

import io.sternway.snapshot.ObjectIdentity;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a path of the Kubernetes API names.
 *
 * @param group the API group; empty for the core group
 * @param namespace the namespace; absent for what is in none
 * @param resource the plural name of the kind
 * @param name the object's name; empty for a collection
 */
record ObjectPath(String group, @Nullable String namespace, String resource, String name) {

    /** Reads a path; empty if it names no resource. */
    static Optional<ObjectPath> of(String path) {
        List<String> parts =
                Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
        if (parts.size() < 3) {
            return Optional.empty();
        }
        boolean core = parts.get(0).equals("api");
        String group = core ? "" : parts.get(1);
        List<String> rest = parts.subList(core ? 2 : 3, parts.size());
        boolean namespaced = rest.size() > 2 && rest.get(0).equals("namespaces");
        if (namespaced) {
            return Optional.of(new ObjectPath(group, rest.get(1), rest.get(2), rest.size() > 3 ? rest.get(3) : ""));
        }
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(new ObjectPath(group, null, rest.get(0), rest.size() > 1 ? rest.get(1) : ""));
    }

    /** The same with a name, if it has none: what was created in a collection. */
    ObjectPath named(String created) {
        return name.isEmpty() ? new ObjectPath(group, namespace, resource, created) : this;
    }

    /** Whether it names that object; one without a namespace of its own may live in {@code default}. */
    boolean names(ObjectIdentity object) {
        boolean here = Objects.equals(namespace, object.namespace())
                || (object.namespace() == null && "default".equals(namespace));
        return here && group.equals(object.group()) && name.equals(object.name()) && isPluralOf(object.kind());
    }

    private boolean isPluralOf(String kind) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return resource.equals(singular)
                || resource.equals(singular + "s")
                || resource.equals(singular + "es")
                || (singular.endsWith("y") && resource.equals(singular.substring(0, singular.length() - 1) + "ies"));
    }
}
