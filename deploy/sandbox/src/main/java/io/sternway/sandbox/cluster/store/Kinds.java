package io.sternway.sandbox.cluster.store;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What one cluster serves. Thread-safe; CustomResourceDefinitions come and go. */
public interface Kinds {
    Collection<ResourceKind> all();

    /** By URL. {@code group} is empty for the core group. */
    @Nullable
    ResourceKind byPlural(String group, String version, String plural);

    /** By an object's own words. */
    @Nullable
    ResourceKind byKind(String apiVersion, String kind);
}
