package io.sternway.executor.kubernetes.removal;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Pause;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.vocabulary.DeploymentReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes objects that are ours (K5): never what carries another label or none, never what is kept by rule, and only the
 * object that was looked at. A finalizer shows only in that the object is still there afterwards.
 */
public final class ObjectRemoval {
    private static final int LOOKS = 8;

    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final InventoryStore inventories;
    private final Permit permit;
    private final List<ObjectName> retained = new ArrayList<>();
    private final Map<ObjectName, String> going = new LinkedHashMap<>();
    private final Map<ObjectName, String> refused = new LinkedHashMap<>();

    public ObjectRemoval(
            ClusterApi api, ServedKinds kinds, Content content, InventoryStore inventories, Permit permit) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.inventories = inventories;
        this.permit = permit;
    }

    /** Kept by rule. */
    List<ObjectName> retained() {
        return retained;
    }

    /** Still there, with what stands against each. */
    Map<ObjectName, String> remaining() {
        Map<ObjectName, String> remaining = new LinkedHashMap<>(going);
        remaining.putAll(refused);
        return remaining;
    }

    /** Whether something will never go, whatever is waited. */
    boolean isRefused() {
        return !refused.isEmpty();
    }

    /** Deletes what may be deleted, in this order, and looks a moment whether it went. */
    public void remove(List<ObjectName> names) {
        Map<ObjectName, Map<String, Object>> found = new LinkedHashMap<>();
        names.forEach(name -> ours(name).ifPresent(live -> found.put(name, live)));
        if (found.isEmpty()) {
            return;
        }
        inventories.check();
        found.forEach(this::remove);
        for (int i = 0; i < LOOKS && !going.isEmpty(); i++) {
            Pause.millis(20L << Math.min(i, 3));
            permit.check();
            going.keySet().removeIf(this::isGone);
        }
    }

    /** The live object, if it is there and ours. */
    Optional<Map<String, Object>> ours(ObjectName name) {
        Optional<String> path = path(name);
        if (path.isEmpty()) {
            return Optional.empty();
        }
        Reply reply = api.get(path.get());
        if (reply instanceof Ok ok) {
            boolean ours = content.owner().applySetId().equals(Fields.label(ok.object(), MetadataKeys.PART_OF));
            return ours ? Optional.of(ok.object()) : Optional.empty();
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.TryAgain again) {
            throw AttemptEndedException.retry(again, false);
        }
        if (meaning instanceof AnswerMeaning.Refused no) {
            refused.put(name, no.reason() + ": " + no.message());
        } else if (!isAbsence(name, meaning)) {
            throw AttemptEndedException.soon(
                    DeploymentReason.ReadFailed,
                    name + " cannot be read: " + failed.answer().message());
        }
        return Optional.empty();
    }

    Optional<String> path(ObjectName name) {
        return kinds.path(api, content.cluster(), name);
    }

    private void remove(ObjectName name, Map<String, Object> live) {
        if (Retention.kept(live)) {
            retained.add(name);
            return;
        }
        if (Fields.isGoing(live)) {
            going.put(name, "it is being deleted: finalizers " + Fields.at(live, "metadata", "finalizers"));
            return;
        }
        permit.check();
        Reply reply = api.delete(path(name).orElseThrow(), Fields.uid(live), Fields.resourceVersion(live));
        if (reply instanceof Ok) {
            going.put(name, "it was deleted and is still there");
            return;
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.TryAgain again) {
            throw AttemptEndedException.retry(again, failed.outcomeUnknown());
        }
        if (meaning instanceof AnswerMeaning.Refused no) {
            refused.put(name, no.reason() + ": " + no.message());
        } else if (!(meaning instanceof AnswerMeaning.Absent)) {
            going.put(name, failed.answer().message());
        }
    }

    private boolean isGone(ObjectName name) {
        Optional<String> path = path(name);
        return path.isEmpty() || (api.get(path.get()) instanceof Failed failed && isAbsence(name, failed.meaning()));
    }

    /** Whether there is no such object. Where a kind is said to be missing, the API server's own lists must agree. */
    private boolean isAbsence(ObjectName name, AnswerMeaning meaning) {
        return meaning.isAbsence()
                || (meaning instanceof AnswerMeaning.KindMissing
                        && kinds.askPath(api, content.cluster(), name).isEmpty());
    }
}
