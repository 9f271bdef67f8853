package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.schema.BuiltInTypes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of one cluster: the built-in ones, shared by all clusters, and its custom ones, which come and go.
 * Thread-safe.
 */
public final class Kinds {
    private static final Map<String, ServedKind> BUILT_IN = builtIn();

    /** By URL; the built-in ones are not in here. */
    private final Map<String, ServedKind> custom = new ConcurrentHashMap<>();

    private static Map<String, ServedKind> builtIn() {
        Map<String, ServedKind> out = new HashMap<>();
        for (ResourceKind kind : BuiltIn.ALL) {
            var type = Objects.requireNonNull(BuiltInTypes.all().kind(kind.apiVersion(), kind.kind()));
            out.put(url(kind.group(), kind.version(), kind.plural()), new ServedKind(kind, type, false));
        }
        return out;
    }

    private static String url(String group, String version, String plural) {
        return group + "/" + version + "/" + plural;
    }

    public Collection<ResourceKind> all() {
        List<ResourceKind> out = new ArrayList<>(BuiltIn.ALL);
        custom.values().forEach(served -> out.add(served.kind()));
        return out;
    }

    /** By an object's own words. */
    public @Nullable ResourceKind byKind(String apiVersion, String kind) {
        for (ResourceKind one : all()) {
            if (one.kind().equals(kind) && one.apiVersion().equals(apiVersion)) {
                return one;
            }
        }
        return null;
    }

    /** By URL. {@code group} is empty for the core group. */
    public @Nullable ServedKind served(String group, String version, String plural) {
        String url = url(group, version, plural);
        ServedKind known = BUILT_IN.get(url);
        return known != null ? known : custom.get(url);
    }

    ServedKind served(ResourceKind kind) {
        ServedKind served = served(kind.group(), kind.version(), kind.plural());
        if (served == null) {
            throw Failures.noSuchResource();
        }
        return served;
    }

    void serve(ServedKind kind) {
        custom.put(url(kind.kind().group(), kind.kind().version(), kind.kind().plural()), kind);
    }

    /** No version of it but these is served any longer. */
    void withdrawAllBut(String qualifiedPlural, Set<String> versions) {
        custom.values()
                .removeIf(served -> served.kind().qualifiedPlural().equals(qualifiedPlural)
                        && !versions.contains(served.kind().version()));
    }
}
