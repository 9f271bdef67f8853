package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Marks;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One attempt to let a cluster go: objects lose our label and our entry in their managedFields (keep), or are deleted as
 * by a prune (withdraw); the inventory object goes last.
 */
final class ReleaseRun {
    private final ClusterApi api;
    private final Content content;
    private final boolean withdraw;
    private final Permit permit;
    private final InventoryObject inventories;
    private final Removal removal;

    ReleaseRun(ClusterApi api, ServedKinds kinds, Content content, boolean withdraw, Permit permit) {
        this.api = api;
        this.content = content;
        this.withdraw = withdraw;
        this.permit = permit;
        this.inventories = new InventoryObject(api, content);
        this.removal = new Removal(api, kinds, content, inventories, permit);
    }

    Attempt.Done run() {
        permit.check();
        Inventory seen = inventories.read();
        if (!seen.exists()) {
            return new Attempt.Done(List.of(), List.of());
        }
        permit.starting();
        Inventory inventory = seen.epoch() == content.epoch() ? seen : inventories.begin(seen, List.of());
        List<ObjectName> all =
                Retention.leftovers(Retention.union(inventory.objects(), inventory.retained()), List.of());
        List<Note> notes = new ArrayList<>();
        if (withdraw) {
            removal.remove(all);
            endIfAnyRemains();
            removal.retained().forEach(name -> notes.add(new Note(name, Note.Kind.OBSERVED, "it is kept by rule")));
        }
        (withdraw ? removal.retained() : all).forEach(this::letGo);
        endIfAnyRemains();
        inventories.delete(inventory);
        return new Attempt.Done(List.of(), notes);
    }

    private void endIfAnyRemains() {
        if (removal.isRefused()) {
            throw Ended.refused(removal.remaining().entrySet().stream()
                    .map(entry -> Faults.noEvidence(entry.getKey(), "NotReleased", entry.getValue()))
                    .toList());
        }
        if (!removal.remaining().isEmpty()) {
            Map.Entry<ObjectName, String> first =
                    removal.remaining().entrySet().iterator().next();
            throw Ended.soon("StillThere", first.getKey() + ": " + first.getValue());
        }
    }

    private void letGo(ObjectName name) {
        removal.ours(name).ifPresent(live -> {
            inventories.check();
            permit.check();
            String label = "/metadata/labels/" + Marks.PART_OF.replace("/", "~1");
            Reply reply = api.patch(
                    removal.path(name).orElseThrow(),
                    List.of(
                            Map.of(
                                    "op", "test",
                                    "path", "/metadata/resourceVersion",
                                    "value", Fields.text(live, "", "metadata", "resourceVersion")),
                            Map.of("op", "remove", "path", label),
                            Map.of(
                                    "op", "replace",
                                    "path", "/metadata/managedFields",
                                    "value",
                                            FieldOwnership.withoutOurs(
                                                    live, content.owner().manager()))),
                    content.owner().manager());
            if (reply instanceof Failed failed) {
                throw end(name, failed);
            }
        });
    }

    private static Ended end(ObjectName name, Failed failed) {
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, failed.outcomeUnknown());
        }
        if (meaning instanceof Meaning.Refused refused && failed.answer().status() != 422) {
            return Ended.refused(Faults.refused(name, refused));
        }
        return Ended.soon("ChangedMeanwhile", name + " changed while it was let go");
    }
}
