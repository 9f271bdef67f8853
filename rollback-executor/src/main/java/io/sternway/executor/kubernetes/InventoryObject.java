package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Marks;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.target.WorkMoves;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes a target's inventory object. Writing is always conditional on what was read, so of two workers one
 * fails here before it changes anything else; the one with the older epoch stops (X3).
 */
final class InventoryObject {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/" + Owner.NAMESPACE + "/configmaps";
    private static final int TRIES = 5;

    private final ClusterApi api;
    private final Content content;
    private final ObjectName name;

    InventoryObject(ClusterApi api, Content content) {
        this.api = api;
        this.content = content;
        this.name = new ObjectName(
                "v1", "ConfigMap", Owner.NAMESPACE, content.owner().inventoryName());
    }

    /** The inventory; {@link Inventory#none} if there is none. Ends the attempt if a newer epoch stands there. */
    Inventory read() {
        Reply reply = api.get(path());
        if (reply instanceof Ok ok) {
            return fenced(parse(ok.object()));
        }
        Failed failed = (Failed) reply;
        Meaning meaning = Meaning.of(failed.answer());
        if (isAbsence(meaning)) {
            return Inventory.none();
        }
        throw end(meaning, failed);
    }

    /** The inventory, whichever epoch stands there; empty if it cannot be read, or is not there. */
    Optional<Inventory> peek() {
        return api.get(path()) instanceof Ok ok ? Optional.of(parse(ok.object())) : Optional.empty();
    }

    /** Begins our epoch with everything that was ours and everything that will be, before the first write. */
    Inventory begin(Inventory seen, List<ObjectName> wanted) {
        Inventory at = seen;
        for (int i = 0; i < TRIES; i++) {
            Inventory begun = at.begun(content.epoch(), content.revision(), Retention.union(at.objects(), wanted));
            Reply reply = send(begun);
            if (reply instanceof Ok ok) {
                return parse(ok.object());
            }
            Failed failed = (Failed) reply;
            Meaning meaning = Meaning.of(failed.answer());
            if (meaning instanceof Meaning.NamespaceMissing) {
                createNamespace();
            } else if (meaning instanceof Meaning.ReadAgain || meaning instanceof Meaning.Absent) {
                at = read();
            } else {
                throw end(meaning, failed);
            }
        }
        throw Ended.soon("InventoryContended", "somebody else keeps changing the inventory object");
    }

    /** Saves a later state of our own epoch. Ends the attempt if anybody else changed it. */
    Inventory save(Inventory changed) {
        Reply reply = send(changed);
        if (reply instanceof Ok ok) {
            return parse(ok.object());
        }
        Failed failed = (Failed) reply;
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.ReadAgain || meaning instanceof Meaning.Absent) {
            read();
            throw Ended.soon("InventoryContended", "somebody else changed the inventory object");
        }
        throw end(meaning, failed);
    }

    /**
     * After a look at objects and before writing what follows from it: still nobody has begun a newer epoch. Whoever does
     * later changes these objects, or lets them as they are knowing that we may still write.
     */
    void check() {
        if (!read().exists()) {
            throw Ended.soon("InventoryContended", "the inventory object is gone");
        }
    }

    /** After the last write: nobody else has begun anything here meanwhile. */
    void verify(Inventory ours) {
        Inventory now = read();
        if (!now.equals(ours)) {
            throw Ended.soon("InventoryContended", "the inventory object changed during the apply");
        }
    }

    /** Removes the object; the target is let go. */
    void delete(Inventory last) {
        Reply reply = api.get(path());
        if (reply instanceof Ok ok) {
            reply = api.delete(path(), Fields.text(ok.object(), "", "metadata", "uid"), last.resourceVersion());
        }
        if (reply instanceof Failed failed && !isAbsence(Meaning.of(failed.answer()))) {
            throw end(Meaning.of(failed.answer()), failed);
        }
    }

    private static boolean isAbsence(Meaning meaning) {
        return meaning instanceof Meaning.Absent || meaning instanceof Meaning.NamespaceMissing;
    }

    /** The promotion of another inventory, for people. */
    String promotionOf(String applySetId) {
        Reply reply =
                api.get(CONFIG_MAPS + "?labelSelector=" + Marks.APPLYSET_ID.replace("/", "%2F") + "%3D" + applySetId);
        if (reply instanceof Ok ok) {
            for (Map<String, Object> item : Fields.maps(ok.object(), "items")) {
                String promotion = Fields.annotation(item, Marks.PROMOTION);
                if (promotion != null) {
                    return "promotion " + promotion;
                }
            }
        }
        return "another inventory, " + applySetId;
    }

    private String path() {
        return CONFIG_MAPS + "/" + name.name();
    }

    private Reply send(Inventory inventory) {
        Map<String, Object> object = inventory.toConfigMap(content.owner());
        return inventory.exists()
                ? api.replace(path(), object, content.owner().manager())
                : api.create(CONFIG_MAPS, object, content.owner().manager(), false);
    }

    private void createNamespace() {
        Map<String, Object> namespace = new LinkedHashMap<>();
        namespace.put("apiVersion", "v1");
        namespace.put("kind", "Namespace");
        Fields.set(namespace, Owner.NAMESPACE, "metadata", "name");
        Reply reply =
                api.create("/api/v1/namespaces", namespace, content.owner().manager(), false);
        if (reply instanceof Failed failed && !(Meaning.of(failed.answer()) instanceof Meaning.ReadAgain)) {
            throw end(Meaning.of(failed.answer()), failed);
        }
    }

    private Inventory parse(Map<String, Object> object) {
        try {
            return Inventory.of(object);
        } catch (IllegalArgumentException e) {
            throw Ended.refused(List.of(Faults.noEvidence(name, "InventoryUnreadable", e.getMessage() + "")));
        }
    }

    private Inventory fenced(Inventory inventory) {
        if (inventory.epoch() > content.epoch()) {
            throw Ended.stopped(WorkMoves.FENCED);
        }
        return inventory;
    }

    private Ended end(Meaning meaning, Failed failed) {
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, failed.outcomeUnknown());
        }
        if (meaning instanceof Meaning.Refused refused) {
            return Ended.refused(Faults.refused(
                    name, new Meaning.Refused(refused.reason(), refused.message(), false, refused.causes())));
        }
        return Ended.soon("InventoryContended", failed.answer().message());
    }
}
