package io.sternway.executor.kubernetes.removal;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.AbandonedPods;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.addressing.ServedKind;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
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
public final class MendRun {
    private final ClusterApi api;
    private final List<AppliedObject> sets;
    private final Permit permit;
    private final InventoryStore inventories;
    private final List<Note> notes = new ArrayList<>();

    public MendRun(ClusterApi api, Content content, List<AppliedObject> applied, Permit permit) {
        this.api = api;
        this.sets = applied.stream()
                .filter(object -> object.name().kind().equals("StatefulSet"))
                .toList();
        this.permit = permit;
        this.inventories = new InventoryStore(api, content);
    }

    public AttemptResult run() {
        permit.check();
        try {
            boolean settled = true;
            for (AppliedObject set : sets) {
                settled &= isSettled(set);
            }
            return new AttemptResult.Mended(settled, notes);
        } catch (AttemptEndedException e) {
            return notes.isEmpty() ? e.result() : new AttemptResult.Mended(false, notes);
        }
    }

    private boolean isSettled(AppliedObject applied) {
        ObjectName name = applied.name();
        Reply reply = api.get(new ServedKind(applied.resource(), true).path(name));
        if (reply instanceof Failed failed) {
            if (failed.meaning() instanceof AnswerMeaning.Absent) {
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
        Reply reply = api.delete(collection(set) + "/" + name, Fields.uid(pod), null);
        if (reply instanceof Failed failed) {
            AnswerMeaning meaning = failed.meaning();
            if (!(meaning instanceof AnswerMeaning.Absent) && !(meaning instanceof AnswerMeaning.ReadAgain)) {
                throw end(set, failed);
            }
            return;
        }
        notes.add(
                new Note(set, NoteKind.Observed, "its broken Pod " + name + " of the abandoned revision was deleted"));
    }

    private static String collection(ObjectName set) {
        return "/api/v1/namespaces/" + set.namespace() + "/pods";
    }

    private static AttemptEndedException end(ObjectName set, Failed failed) {
        return failed.end(
                set,
                DeploymentReason.ReadFailed,
                set + " cannot be looked at: " + failed.answer().message());
    }
}
