package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.AbandonedPods;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.AppliedObject;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One look at the StatefulSets of a rollback (K7): one that replaces its Pods one after the other waits for a broken Pod
 * for ever, also when its template is put back. Pods may break after any look, so it is looked until no Pod of an
 * abandoned revision is left.
 */
final class MendRun {
    private final ClusterApi api;
    private final List<AppliedObject> sets;
    private final Permit permit;
    private final InventoryObject inventories;
    private final List<Note> notes = new ArrayList<>();

    MendRun(ClusterApi api, Content content, List<AppliedObject> applied, Permit permit) {
        this.api = api;
        this.sets = applied.stream()
                .filter(object -> object.name().kind().equals("StatefulSet"))
                .toList();
        this.permit = permit;
        this.inventories = new InventoryObject(api, content);
    }

    Attempt run() {
        permit.check();
        try {
            boolean settled = true;
            for (AppliedObject set : sets) {
                settled &= isSettled(set);
            }
            return new Attempt.Mended(settled, notes);
        } catch (Ended e) {
            return notes.isEmpty() ? e.attempt() : new Attempt.Mended(false, notes);
        }
    }

    private boolean isSettled(AppliedObject applied) {
        ObjectName name = applied.name();
        Reply reply = api.get(new ServedKind(applied.resource(), true).path(name));
        if (reply instanceof Failed failed) {
            if (Meaning.of(failed.answer()) instanceof Meaning.Absent) {
                return true;
            }
            throw end(name, failed);
        }
        Map<String, Object> set = ((Ok) reply).object();
        if (!AbandonedPods.mayBlock(set)) {
            return true;
        }
        if (!AbandonedPods.isObserved(set)) {
            return false;
        }
        List<Map<String, Object>> abandoned = AbandonedPods.of(set, pods(name, set));
        List<Map<String, Object>> broken =
                abandoned.stream().filter(AbandonedPods::isBroken).toList();
        if (!broken.isEmpty()) {
            inventories.check();
            broken.forEach(pod -> delete(name, pod));
        }
        return abandoned.isEmpty();
    }

    private List<Map<String, Object>> pods(ObjectName set, Map<String, Object> live) {
        String selector = Fields.map(live, "spec", "selector", "matchLabels").entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
        Reply reply =
                api.get(collection(set) + "?labelSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8));
        if (reply instanceof Failed failed) {
            throw end(set, failed);
        }
        return Fields.maps(((Ok) reply).object(), "items");
    }

    private void delete(ObjectName set, Map<String, Object> pod) {
        permit.check();
        String name = Fields.text(pod, "", "metadata", "name");
        Reply reply = api.delete(collection(set) + "/" + name, Fields.text(pod, "", "metadata", "uid"), null);
        if (reply instanceof Failed failed) {
            Meaning meaning = Meaning.of(failed.answer());
            if (!(meaning instanceof Meaning.Absent) && !(meaning instanceof Meaning.ReadAgain)) {
                throw end(set, failed);
            }
            return;
        }
        notes.add(
                new Note(set, Note.Kind.OBSERVED, "its broken Pod " + name + " of the abandoned revision was deleted"));
    }

    private static String collection(ObjectName set) {
        return "/api/v1/namespaces/" + set.namespace() + "/pods";
    }

    private static Ended end(ObjectName set, Failed failed) {
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, failed.outcomeUnknown());
        }
        if (meaning instanceof Meaning.Refused refused) {
            return Ended.refused(Faults.refused(set, refused));
        }
        return Ended.soon(
                "ReadFailed", set + " cannot be looked at: " + failed.answer().message());
    }
}
