package io.sternway.executor.kubernetes.removal;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.addressing.AddressedObject;
import io.sternway.executor.kubernetes.addressing.AddressedSnapshot;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One attempt to remove what the snapshot no longer has (K5); the inventory is reduced once that is gone (K3). */
public final class PruneRun {
    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final Permit permit;

    public PruneRun(ClusterApi api, ServedKinds kinds, Content content, Permit permit) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.permit = permit;
    }

    public AttemptResult.Pruned run() {
        permit.check();
        InventoryStore inventories = new InventoryStore(api, content);
        ObjectInventory inventory = inventories.read();
        List<AddressedObject> snapshot = new AddressedSnapshot(api, kinds, content).objects();
        List<ObjectName> wanted = snapshot.stream().map(AddressedObject::name).toList();
        List<ObjectName> leftovers = Retention.leftovers(inventory.objects(), wanted);
        ObjectRemoval removal = new ObjectRemoval(api, kinds, content, inventories, permit);
        removal.remove(leftovers);
        snapshot.forEach(object -> giveOwnTime(object, removal));
        Map<ObjectName, String> remaining = removal.remaining();
        List<ObjectName> kept = Retention.leftovers(Retention.union(inventory.retained(), removal.retained()), wanted);
        if (remaining.isEmpty() && !leftovers.isEmpty()) {
            permit.check();
            inventories.save(inventory.pruned(wanted, kept));
        }
        return new AttemptResult.Pruned(
                kept,
                new ArrayList<>(remaining.keySet()),
                remaining.isEmpty() ? null : words(remaining),
                removal.isRefused());
    }

    /** Its end was seen: a Job that asked to go sooner does. If this is refused it goes later (H17). */
    private void giveOwnTime(AddressedObject job, ObjectRemoval removal) {
        if (!JobRule.isJob(job.name()) || !JobRule.goesTooSoon(job.wanted())) {
            return;
        }
        removal.ours(job.name()).ifPresent(live -> {
            Map<String, Object> own = Fields.copy(job.wanted());
            Fields.set(own, Fields.uid(live), "metadata", "uid");
            Fields.set(own, Fields.resourceVersion(live), "metadata", "resourceVersion");
            permit.check();
            api.apply(job.kind().path(job.name()), own, content.owner().manager(), content.rollback(), false);
        });
    }

    private static String words(Map<ObjectName, String> remaining) {
        return remaining.entrySet().stream()
                .limit(10)
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }
}
