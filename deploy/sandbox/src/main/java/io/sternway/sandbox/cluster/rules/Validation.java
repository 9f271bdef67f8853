package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Fault;
import io.sternway.sandbox.cluster.store.Served;
import io.sternway.sandbox.cluster.store.Subresource;
import java.util.ArrayList;
import java.util.List;

/** What the API server refuses with 422. */
public final class Validation {
    private Validation() {}

    /** Everything that is wrong with a new object; empty when it is accepted. */
    public static List<Fault> create(Served served, ObjectNode object) {
        List<Fault> faults = new ArrayList<>();
        return faults;
    }

    /** Everything that is wrong with a changed object, and what must not have changed. */
    public static List<Fault> update(Served served, Subresource part, ObjectNode before, ObjectNode after) {
        List<Fault> faults = new ArrayList<>();
        return faults;
    }
}
