package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A StatefulSet whose Pods are replaced one after the other waits for a broken Pod for ever, also when its template is
 * put back (K7): the broken Pods of the abandoned revision are deleted.
 */
final class StatefulSets {
    private static final int LOOKS = 40;

    private final ClusterApi api;
    private final Permit permit;

    StatefulSets(ClusterApi api, Permit permit) {
        this.api = api;
        this.permit = permit;
    }

    static boolean waitsForBroken(Planned planned) {
        return planned.name.kind().equals("StatefulSet")
                && planned.applied != null
                && !"Parallel".equals(Fields.text(planned.wanted, "", "spec", "podManagementPolicy"))
                && !"OnDelete".equals(Fields.text(planned.wanted, "", "spec", "updateStrategy", "type"));
    }

    void mend(Planned planned) {
        Map<String, Object> set = observed(planned);
        String wanted = Fields.text(set, "", "status", "updateRevision");
        String selector = Fields.map(set, "spec", "selector", "matchLabels").entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
        Reply reply = api.get("/api/v1/namespaces/" + planned.name.namespace() + "/pods?labelSelector="
                + URLEncoder.encode(selector, StandardCharsets.UTF_8));
        if (reply instanceof Failed failed) {
            throw end(planned, failed);
        }
        for (Map<String, Object> pod : Fields.maps(((Ok) reply).object(), "items")) {
            if (isOf(pod, set) && !wanted.equals(Fields.label(pod, "controller-revision-hash")) && isBroken(pod)) {
                delete(planned, pod);
            }
        }
    }

    /** The set's status is about its newest generation only after its controller has seen it. */
    private Map<String, Object> observed(Planned planned) {
        for (int i = 0; i < LOOKS; i++) {
            Reply reply = api.get(planned.path());
            if (reply instanceof Failed failed) {
                throw end(planned, failed);
            }
            Map<String, Object> set = ((Ok) reply).object();
            if (Fields.number(set, 0, "status", "observedGeneration")
                    >= Fields.number(set, 0, "metadata", "generation")) {
                return set;
            }
            Pause.millis(i < 10 ? 10 : 50);
            permit.check();
        }
        throw Ended.soon("StatefulSetNotObserved", planned.name + " is not looked at by its controller");
    }

    private static boolean isOf(Map<String, Object> pod, Map<String, Object> set) {
        String uid = Fields.text(set, "", "metadata", "uid");
        return Fields.maps(pod, "metadata", "ownerReferences").stream().anyMatch(owner -> uid.equals(owner.get("uid")));
    }

    private static boolean isBroken(Map<String, Object> pod) {
        return Fields.at(pod, "metadata", "deletionTimestamp") == null
                && !"True".equals(Fields.condition(pod, "Ready"));
    }

    private void delete(Planned planned, Map<String, Object> pod) {
        permit.check();
        String name = Fields.text(pod, "", "metadata", "name");
        Reply reply = api.delete(
                "/api/v1/namespaces/" + planned.name.namespace() + "/pods/" + name,
                Fields.text(pod, "", "metadata", "uid"),
                null);
        if (reply instanceof Failed failed) {
            Meaning meaning = Meaning.of(failed.answer());
            if (!(meaning instanceof Meaning.Absent) && !(meaning instanceof Meaning.ReadAgain)) {
                throw end(planned, failed);
            }
            return;
        }
        planned.note(Note.Kind.OBSERVED, "its broken Pod " + name + " of the abandoned revision was deleted");
    }

    private static Ended end(Planned planned, Failed failed) {
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, failed.outcomeUnknown());
        }
        if (meaning instanceof Meaning.Refused refused) {
            return Ended.refused(Faults.refused(planned.name, refused));
        }
        return Ended.soon("ChangedMeanwhile", planned.name + " changed while it was looked at");
    }
}
