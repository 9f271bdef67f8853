package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Objects that this attempt created (X3). A create has no state before that it could name, so it cannot be fenced: a
 * worker that was frozen right before one, and wakes up after a newer epoch, takes back what that epoch does not list.
 */
final class CreatedObjects {
    private static final int TRIES = 12;

    private final ClusterApi api;
    private final InventoryStore inventories;
    private final long epoch;
    private final Queue<PlannedObject> created = new ConcurrentLinkedQueue<>();

    CreatedObjects(ClusterApi api, InventoryStore inventories, long epoch) {
        this.api = api;
        this.inventories = inventories;
        this.epoch = epoch;
    }

    void add(PlannedObject planned) {
        created.add(planned);
    }

    /** To be called when the attempt was told to stop, or found itself fenced. What cannot be read stays as it is. */
    void takeBack() {
        if (created.isEmpty()) {
            return;
        }
        Optional<ObjectInventory> newer = inventories.peek().filter(now -> now.epoch() > epoch);
        newer.ifPresent(now -> created.stream()
                .filter(planned -> now.objects().stream().noneMatch(planned.name::same))
                .forEach(this::delete));
    }

    /** Only as it was looked at: while its controller changes its status, it is looked again. */
    private void delete(PlannedObject planned) {
        Map<String, Object> ours = planned.live;
        for (int i = 0; i < TRIES && ours != null; i++) {
            boolean still = api.get(planned.path()) instanceof Ok ok
                    && Fields.uid(ok.object()).equals(Fields.uid(ours))
                    && isWrittenByUs(ok.object(), ours)
                    && api.delete(planned.path(), Fields.uid(ours), Fields.resourceVersion(ok.object()))
                            instanceof Failed failed
                    && failed.meaning() instanceof AnswerMeaning.ReadAgain;
            if (!still) {
                return;
            }
        }
    }

    /** A newer epoch that finds it leaves its own mark, or none of ours. */
    private static boolean isWrittenByUs(Map<String, Object> live, Map<String, Object> ours) {
        String fence = Fields.label(ours, MetadataKeys.FENCE);
        return fence == null
                ? Fields.label(live, MetadataKeys.FENCE) == null
                : fence.equals(Fields.label(live, MetadataKeys.FENCE));
    }
}
