package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.schema.Structure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The kinds of one cluster: the built-in ones, shared by all clusters, and its custom ones. */
public final class KindRegistry implements Kinds {
    private static final Map<String, Served> BUILT_IN = builtIn();

    /** By URL; the built-in ones are not in here. */
    private final Map<String, Served> custom = new ConcurrentHashMap<>();

    private static Map<String, Served> builtIn() {
        Map<String, Served> out = new HashMap<>();
        for (ResourceKind kind : BuiltIn.ALL) {
            var type = Objects.requireNonNull(Structure.builtIn().kind(kind.apiVersion(), kind.kind()));
            out.put(url(kind.group(), kind.version(), kind.plural()), Served.of(kind, type, false));
        }
        return out;
    }

    private static String url(String group, String version, String plural) {
        return group + "/" + version + "/" + plural;
    }

    @Override
    public Collection<ResourceKind> all() {
        List<ResourceKind> out = new ArrayList<>(BuiltIn.ALL);
        custom.values().forEach(served -> out.add(served.kind()));
        return out;
    }

    @Override
    public @Nullable ResourceKind byPlural(String group, String version, String plural) {
        Served served = served(group, version, plural);
        return served == null ? null : served.kind();
    }

    @Override
    public @Nullable ResourceKind byKind(String apiVersion, String kind) {
        for (ResourceKind one : all()) {
            if (one.kind().equals(kind) && one.apiVersion().equals(apiVersion)) {
                return one;
            }
        }
        return null;
    }

    /** As {@link #byPlural}, with all that is needed to serve it. */
    public @Nullable Served served(String group, String version, String plural) {
        String url = url(group, version, plural);
        Served known = BUILT_IN.get(url);
        return known != null ? known : custom.get(url);
    }

    Served served(ResourceKind kind) {
        Served served = served(kind.group(), kind.version(), kind.plural());
        if (served == null) {
            throw Failures.noSuchResource();
        }
        return served;
    }

    void serve(Served kind) {
        custom.put(url(kind.kind().group(), kind.kind().version(), kind.kind().plural()), kind);
    }

    /** No version of it is served any longer. */
    void withdraw(String qualifiedPlural) {
        withdrawAllBut(qualifiedPlural, Set.of());
    }

    /** No version of it but these is served any longer. */
    void withdrawAllBut(String qualifiedPlural, Set<String> versions) {
        custom.values()
                .removeIf(served -> served.kind().qualifiedPlural().equals(qualifiedPlural)
                        && !versions.contains(served.kind().version()));
    }
}
