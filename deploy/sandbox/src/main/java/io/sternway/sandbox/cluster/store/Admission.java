package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.model.ApiFailure.Cause;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;

/** Refusals that depend on other objects: namespaces and definitions that are going. Called under the store's lock. */
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
    void definitionAccepts(ServedKind served, String name) {
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
}
