package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.rules.Quotas;
import io.sternway.sandbox.cluster.store.ApiFailure.Cause;

/** Refusals that depend on other objects: namespaces and quotas. Called under the store's lock. */
final class Admission {
    private final ObjectTable table;

    Admission(ObjectTable table) {
        this.table = table;
    }

    void namespaceAccepts(ResourceKind kind, String namespace, String name) {
        if (!kind.namespaced()) {
            return;
        }
        Stored stored = table.get(BuiltIn.NAMESPACES, "", namespace);
        if (stored == null) {
            throw Failures.notFound(BuiltIn.NAMESPACES, namespace);
        }
        if (Meta.deleting(stored.object())) {
            throw Failures.forbidden(
                    kind,
                    name,
                    "unable to create new content in namespace " + namespace + " because it is being terminated",
                    new Cause(
                            "NamespaceTerminating",
                            "namespace " + namespace + " is being terminated",
                            "metadata.namespace"));
        }
    }

    /** Instances of a definition that is going cannot be made any more. */
    void definitionAccepts(Served served, String name) {
        if (!served.custom()) {
            return;
        }
        Stored definition =
                table.get(BuiltIn.CUSTOM_RESOURCE_DEFINITIONS, "", served.kind().qualifiedPlural());
        if (definition != null && Meta.deleting(definition.object())) {
            throw Failures.forbidden(
                    served.kind(), name, "create not allowed while custom resource definition is terminating");
        }
    }

    void quotaAllows(ResourceKind kind, ObjectNode object) {
        if (!kind.namespaced()) {
            return;
        }
        String namespace = Meta.namespace(object);
        for (Stored quota : table.list(BuiltIn.RESOURCE_QUOTAS, namespace)) {
            JsonNode hard = quota.object().path("spec").path("hard");
            String excess = Quotas.excess(
                    kind,
                    object,
                    hard,
                    table.list(kind, namespace).stream().map(Stored::object).toList());
            if (excess != null) {
                throw Failures.forbidden(
                        kind, Meta.name(object), "exceeded quota: " + Meta.name(quota.object()) + ", " + excess);
            }
        }
    }
}
