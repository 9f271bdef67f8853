package io.sternway.sandbox.cluster.controllers.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.Selectors;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.util.function.Consumer;

/** Owner references. */
public final class Owners {
    private Owners() {}

    /** The reference to the object's controller; missing when it has none. */
    public static JsonNode controller(JsonNode object) {
        for (JsonNode reference : object.at("/metadata/ownerReferences")) {
            if (reference.path("controller").asBoolean()) {
                return reference;
            }
        }
        return MissingNode.getInstance();
    }

    public static ObjectNode reference(ResourceKind kind, JsonNode owner) {
        return Json.object()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind())
                .put("name", Meta.name(owner))
                .put("uid", Meta.uid(owner))
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /**
     * What a change concerns among the objects of one kind: a changed one itself; the controller of a changed dependant;
     * of an orphan, all that select it.
     */
    public static void concerned(
            StoreEvent event,
            ResourceKind ownerKind,
            ResourceKind dependantKind,
            Consumer<ObjectKey> concerned,
            ControllerClient client) {
        if (event.kind().equals(ownerKind)) {
            concerned.accept(ObjectKey.of(event.object()));
        }
        if (!event.kind().equals(dependantKind)) {
            return;
        }
        JsonNode controller = controller(event.object());
        if (!controller.isMissingNode()) {
            if (controller.path("kind").asText().equals(ownerKind.kind())) {
                concerned.accept(new ObjectKey(
                        Meta.namespace(event.object()), controller.path("name").asText()));
            }
        } else if (event.type() != StoreEvent.Type.DELETED) {
            for (ObjectNode owner : client.list(ownerKind, Meta.namespace(event.object()))) {
                if (Selectors.matches(owner.at("/spec/selector"), event.object())) {
                    concerned.accept(ObjectKey.of(owner));
                }
            }
        }
    }
}
