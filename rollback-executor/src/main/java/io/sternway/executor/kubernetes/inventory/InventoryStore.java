package io.sternway.executor.kubernetes.inventory;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.api.ObjectFaults;
import io.sternway.vocabulary.DeploymentReason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes a target's inventory object. Writing is always conditional on what was read, so of two workers one
 * fails here before it changes anything else; the one with the older epoch stops (X3).
 */
public final class InventoryStore {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/" + Owner.NAMESPACE + "/configmaps";
    private static final int TRIES = 5;

    private final ClusterApi api;
    private final Content content;
    private final ObjectName name;

    public InventoryStore(ClusterApi api, Content content) {
        this.api = api;
        this.content = content;
        this.name = new ObjectName(
                "v1", "ConfigMap", Owner.NAMESPACE, content.owner().inventoryName());
    }

    /** The inventory; {@link ObjectInventory#none} if there is none. Ends the attempt if a newer epoch stands there. */
    public ObjectInventory read() {
        Reply reply = api.get(path());
        if (reply instanceof Ok ok) {
            return fenced(parse(ok.object()));
        }
        Failed failed = (Failed) reply;
        if (failed.meaning().isAbsence()) {
            return ObjectInventory.none();
        }
        throw end(failed);
    }

    /** The inventory, whichever epoch stands there; empty if it cannot be read, or is not there. */
    public Optional<ObjectInventory> peek() {
        return api.get(path()) instanceof Ok ok ? Optional.of(parse(ok.object())) : Optional.empty();
    }

    /** Begins our epoch with everything that was ours and everything that will be, before the first write. */
    public ObjectInventory begin(ObjectInventory seen, List<ObjectName> wanted) {
        ObjectInventory at = seen;
        for (int i = 0; i < TRIES; i++) {
            ObjectInventory begun =
                    at.begun(content.epoch(), content.revision(), Retention.union(at.objects(), wanted));
            Reply reply = send(begun);
            if (reply instanceof Ok ok) {
                return parse(ok.object());
            }
            Failed failed = (Failed) reply;
            AnswerMeaning meaning = failed.meaning();
            if (meaning instanceof AnswerMeaning.NamespaceMissing) {
                createNamespace();
            } else if (meaning instanceof AnswerMeaning.ReadAgain || meaning instanceof AnswerMeaning.Absent) {
                at = read();
            } else {
                throw end(failed);
            }
        }
        throw AttemptEndedException.soon(
                DeploymentReason.InventoryContended, "somebody else keeps changing the inventory object");
    }

    /** Saves a later state of our own epoch. Ends the attempt if anybody else changed it. */
    public ObjectInventory save(ObjectInventory changed) {
        Reply reply = send(changed);
        if (reply instanceof Ok ok) {
            return parse(ok.object());
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.ReadAgain || meaning instanceof AnswerMeaning.Absent) {
            read();
            throw AttemptEndedException.soon(
                    DeploymentReason.InventoryContended, "somebody else changed the inventory object");
        }
        throw end(failed);
    }

    /**
     * After a look at objects and before writing what follows from it: still nobody has begun a newer epoch. Whoever does
     * later changes these objects, or lets them as they are knowing that we may still write.
     */
    public void check() {
        if (!read().exists()) {
            throw AttemptEndedException.soon(DeploymentReason.InventoryContended, "the inventory object is gone");
        }
    }

    /** After the last write: nobody else has begun anything here meanwhile. */
    public void verify(ObjectInventory ours) {
        ObjectInventory now = read();
        if (!now.equals(ours)) {
            throw AttemptEndedException.soon(
                    DeploymentReason.InventoryContended, "the inventory object changed during the apply");
        }
    }

    /** Removes the object; the target is let go. */
    public void delete(ObjectInventory last) {
        Reply reply = api.get(path());
        if (reply instanceof Ok ok) {
            reply = api.delete(path(), Fields.uid(ok.object()), last.resourceVersion());
        }
        if (reply instanceof Failed failed && !failed.meaning().isAbsence()) {
            throw end(failed);
        }
    }

    /** The promotion of another inventory, for people. */
    public String promotionOf(String applySetId) {
        Reply reply = api.get(
                CONFIG_MAPS + "?labelSelector=" + MetadataKeys.APPLYSET_ID.replace("/", "%2F") + "%3D" + applySetId);
        if (reply instanceof Ok ok) {
            for (Map<String, Object> item : Fields.maps(ok.object(), "items")) {
                String promotion = Fields.annotation(item, MetadataKeys.PROMOTION);
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

    private Reply send(ObjectInventory inventory) {
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
        if (reply instanceof Failed failed && !(failed.meaning() instanceof AnswerMeaning.ReadAgain)) {
            throw end(failed);
        }
    }

    private ObjectInventory parse(Map<String, Object> object) {
        try {
            return ObjectInventory.of(object);
        } catch (IllegalArgumentException e) {
            throw AttemptEndedException.refused(
                    List.of(ObjectFaults.noEvidence(name, DeploymentReason.InventoryUnreadable, e.getMessage() + "")));
        }
    }

    private ObjectInventory fenced(ObjectInventory inventory) {
        if (inventory.epoch() > content.epoch()) {
            throw AttemptEndedException.stopped(DeploymentReason.Fenced);
        }
        return inventory;
    }

    private AttemptEndedException end(Failed failed) {
        return failed.end(
                name, DeploymentReason.InventoryContended, failed.answer().message());
    }
}
