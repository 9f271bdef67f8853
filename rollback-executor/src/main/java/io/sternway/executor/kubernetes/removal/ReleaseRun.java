package io.sternway.executor.kubernetes.removal;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.api.ObjectFaults;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One attempt to let a cluster go: objects lose our label and our entry in their managedFields (keep), or are deleted as
 * by a prune (withdraw); the inventory object goes last.
 */
public final class ReleaseRun {
    private final ClusterApi api;
    private final Content content;
    private final boolean withdraw;
    private final Permit permit;
    private final InventoryStore inventories;
    private final ObjectRemoval removal;

    public ReleaseRun(ClusterApi api, ServedKinds kinds, Content content, boolean withdraw, Permit permit) {
        this.api = api;
        this.content = content;
        this.withdraw = withdraw;
        this.permit = permit;
        this.inventories = new InventoryStore(api, content);
        this.removal = new ObjectRemoval(api, kinds, content, inventories, permit);
    }

    public AttemptResult.Done run() {
        permit.check();
        ObjectInventory seen = inventories.read();
        if (!seen.exists()) {
            return new AttemptResult.Done(List.of(), List.of());
        }
        permit.starting();
        ObjectInventory inventory = seen.epoch() == content.epoch() ? seen : inventories.begin(seen, List.of());
        List<ObjectName> all =
                Retention.leftovers(Retention.union(inventory.objects(), inventory.retained()), List.of());
        List<Note> notes = new ArrayList<>();
        if (withdraw) {
            removal.remove(all);
            endIfAnyRemains();
            removal.retained().forEach(name -> notes.add(new Note(name, NoteKind.Observed, "it is kept by rule")));
        }
        (withdraw ? removal.retained() : all).forEach(this::letGo);
        endIfAnyRemains();
        inventories.delete(inventory);
        return new AttemptResult.Done(List.of(), notes);
    }

    private void endIfAnyRemains() {
        if (removal.isRefused()) {
            throw AttemptEndedException.refused(removal.remaining().entrySet().stream()
                    .map(entry ->
                            ObjectFaults.noEvidence(entry.getKey(), DeploymentReason.NotReleased, entry.getValue()))
                    .toList());
        }
        if (!removal.remaining().isEmpty()) {
            Map.Entry<ObjectName, String> first =
                    removal.remaining().entrySet().iterator().next();
            throw AttemptEndedException.soon(DeploymentReason.StillThere, first.getKey() + ": " + first.getValue());
        }
    }

    private void letGo(ObjectName name) {
        removal.ours(name).ifPresent(live -> {
            inventories.check();
            permit.check();
            String manager = content.owner().manager();
            List<Map<String, Object>> operations =
                    new ArrayList<>(FieldOwnership.patch(live, FieldOwnership.withoutOurs(live, manager)));
            operations.add(
                    Map.of("op", "remove", "path", "/metadata/labels/" + MetadataKeys.PART_OF.replace("/", "~1")));
            Reply reply = api.patch(removal.path(name).orElseThrow(), operations, manager);
            if (reply instanceof Failed failed) {
                throw end(name, failed);
            }
        });
    }

    private static AttemptEndedException end(ObjectName name, Failed failed) {
        String changed = name + " changed while it was let go";
        return failed.answer().status() == 422
                ? AttemptEndedException.soon(DeploymentReason.ChangedMeanwhile, changed)
                : failed.end(name, DeploymentReason.ChangedMeanwhile, changed);
    }
}
