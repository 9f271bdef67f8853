package io.sternway.watcher.app.observe;

import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.domain.watch.ResourceKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at a cluster.
 *
 * @param cluster the cluster
 * @param failure why it was not reached; null if it was
 * @param targets what its targets look like; their objects are Unknown where they could not be read
 * @param newest for each kind the highest resourceVersion that was seen: a later listing must not be older
 * @param unready namespaces with workloads that are not ready
 */
public record ClusterObservation(
        String cluster,
        @Nullable ClusterFailure failure,
        List<TargetObservation> targets,
        Map<ResourceKind, String> newest,
        Set<String> unready) {

    /** Whether the API server answered. */
    public boolean reached() {
        return failure == null;
    }
}
