package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.CONTROLLER_REVISIONS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The templates that a StatefulSet or DaemonSet has had, as ControllerRevisions. */
final class Revisions {
    private final ControllerClient client;
    private final ResourceKind ownerKind;
    private final String hashLabel;

    /** @param hashLabel the label that has a revision's hash: StatefulSets and DaemonSets call it differently */
    Revisions(ControllerClient client, ResourceKind ownerKind, String hashLabel) {
        this.client = client;
        this.ownerKind = ownerKind;
        this.hashLabel = hashLabel;
    }

    /** Oldest first. */
    List<ObjectNode> of(ObjectNode owner) {
        return client.list(CONTROLLER_REVISIONS, Meta.namespace(owner)).stream()
                .filter(revision ->
                        Owners.controller(revision).path("uid").asText().equals(Meta.uid(owner)))
                .sorted(Comparator.comparingLong(Revisions::number))
                .toList();
    }

    /** The revision of the owner's template now: the one that had this template before, made the newest, or a new one. */
    ObjectNode current(ObjectNode owner) {
        List<ObjectNode> known = of(owner);
        ObjectNode data = data(owner);
        long next = known.isEmpty() ? 1 : number(known.get(known.size() - 1)) + 1;
        for (ObjectNode revision : known) {
            if (Json.same(revision.path("data"), data)) {
                if (number(revision) != next - 1) {
                    client.edit(CONTROLLER_REVISIONS, revision, now -> now.put("revision", next));
                }
                return revision;
            }
        }
        String hash = Json.hash(data);
        ObjectNode revision = Json.object().put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
        ObjectNode metadata = revision.putObject("metadata")
                .put("name", Meta.name(owner) + "-" + hash)
                .put("namespace", Meta.namespace(owner));
        ObjectNode labels = metadata.putObject("labels");
        owner.at("/spec/template/metadata/labels")
                .properties()
                .forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.put(hashLabel, hash);
        metadata.putArray("ownerReferences").add(Owners.reference(ownerKind, owner));
        revision.set("data", data);
        revision.put("revision", next);
        return client.create(CONTROLLER_REVISIONS, revision);
    }

    private static ObjectNode data(ObjectNode owner) {
        ObjectNode data = Json.object();
        ObjectNode template = owner.at("/spec/template").deepCopy();
        template.put("$patch", "replace");
        data.putObject("spec").set("template", template);
        return data;
    }

    /** The template that a revision remembers. */
    static ObjectNode template(JsonNode revision) {
        ObjectNode template = revision.at("/data/spec/template").deepCopy();
        template.remove("$patch");
        return template;
    }

    static String hash(JsonNode revision) {
        String name = Meta.name(revision);
        return name.substring(name.lastIndexOf('-') + 1);
    }

    private static long number(JsonNode revision) {
        return revision.path("revision").asLong();
    }

    /** Deletes the oldest beyond the owner's limit, but none in use. */
    void removeOldest(ObjectNode owner, Collection<String> inUse) {
        List<ObjectNode> unused = of(owner).stream()
                .filter(revision -> !inUse.contains(Meta.name(revision)))
                .toList();
        int limit = Json.number(owner.at("/spec/revisionHistoryLimit"), 10);
        unused.subList(0, Math.max(0, unused.size() - limit))
                .forEach(revision -> client.delete(CONTROLLER_REVISIONS, revision));
    }
}
