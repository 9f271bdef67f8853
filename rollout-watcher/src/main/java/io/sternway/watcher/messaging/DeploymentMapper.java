package io.sternway.watcher.messaging;

import io.sternway.events.HealthOptions;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.AppliedObject;
import io.sternway.events.TargetDeployment.Holds;
import io.sternway.watcher.domain.watch.PollIntervals;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import org.jspecify.annotations.Nullable;

/** What the executor's record of a target says about what to look at. */
final class DeploymentMapper {

    private DeploymentMapper() {}

    /** What is looked at; null while the target holds nothing completely: then there is nothing that could be healthy. */
    static @Nullable WatchedTarget target(TargetDeployment record) {
        Holds holds = record.holds();
        if (holds == null || !holds.complete()) {
            return null;
        }
        HealthOptions health = holds.health();
        return new WatchedTarget(
                record.project().intern(),
                record.promotion().intern(),
                record.cluster().intern(),
                holds.epoch(),
                holds.objects().stream().map(DeploymentMapper::object).toList(),
                new PollIntervals(health.activeInterval(), health.steadyInterval(), health.activeFor()));
    }

    /** The same few kinds and namespaces stand in thousands of records: one copy of each is kept. */
    private static WatchedObject object(AppliedObject applied) {
        String namespace = applied.object().namespace();
        return new WatchedObject(
                new ResourceKind(
                        applied.object().apiVersion().intern(),
                        applied.object().kind().intern(),
                        applied.resource().intern()),
                namespace == null ? null : namespace.intern(),
                applied.object().name().intern(),
                applied.uid(),
                applied.generation(),
                applied.resourceVersion());
    }
}
