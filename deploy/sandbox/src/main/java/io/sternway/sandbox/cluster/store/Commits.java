package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.apply.FieldManager;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.model.Write;
import io.sternway.sandbox.cluster.rules.Defaults;
import io.sternway.sandbox.cluster.rules.Generations;
import io.sternway.sandbox.cluster.rules.ServerFields;
import io.sternway.sandbox.cluster.rules.ServiceAddresses;
import io.sternway.sandbox.cluster.rules.StoredForm;
import io.sternway.sandbox.cluster.rules.Validation;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** The last stretch of every write: what the server fills in, validation, admission, the table. Under the store's lock. */
final class Commits {
    private static final String NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private final ObjectTable table;
    private final ServiceAddresses addresses;
    private final Admission admission;
    private final Supplier<String> now;

    Commits(ObjectTable table, ServiceAddresses addresses, Supplier<String> now) {
        this.table = table;
        this.addresses = addresses;
        this.admission = new Admission(table);
        this.now = now;
    }

    /** @param object defaulted, owned by its creator */
    ObjectNode create(ServedKind served, ObjectNode object, Write write) {
        ResourceKind kind = served.kind();
        String namespace = Meta.namespace(object);
        String name = Meta.name(object);
        admission.definitionAccepts(served, name);
        admission.namespaceAccepts(kind, namespace, name);
        ServerFields.create(kind, object, addresses);
        List<Fault> faults = Validation.create(served, object);
        if (!faults.isEmpty()) {
            throw Failures.invalid(kind, name, faults);
        }
        if (table.get(kind, namespace, name) != null) {
            throw Failures.alreadyExists(kind, name);
        }
        return write.dryRun() ? object : table.put(kind, null, object).object();
    }

    /** @param next defaulted, with its owners */
    ObjectNode update(
            ServedKind served, Subresource part, Stored stored, ObjectNode before, ObjectNode next, Write write) {
        ResourceKind kind = served.kind();
        String name = Meta.name(before);
        if (part == Subresource.MAIN || part == Subresource.SCALE) {
            ServerFields.update(kind, before, next, addresses);
            if (Generations.tracked(kind, served.custom()) && Generations.isNew(kind, served.custom(), before, next)) {
                Meta.of(next).put("generation", Meta.generation(before) + 1);
            }
        }
        List<Fault> faults = Validation.update(served, part, before, next);
        if (!faults.isEmpty()) {
            throw Failures.invalid(kind, name, faults);
        }
        if (FieldManager.sameButForTimes(before, next)) {
            return before;
        }
        if (write.dryRun()) {
            return next;
        }
        if (Deletion.isFree(kind, next)) {
            table.remove(kind, stored, next);
            return next;
        }
        return table.put(kind, stored, next).object();
    }

    /** A new object as its creator owns it: shaped, and with what every new one gets. */
    ObjectNode fresh(ServedKind served, ObjectNode sent) {
        ObjectNode object = shaped(served, sent);
        ObjectNode metadata = Meta.of(object);
        metadata.remove(List.of("uid", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "selfLink"));
        String prefix = metadata.path("generateName").asText("");
        if (Meta.name(object).isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", prefix + suffix());
        }
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", now.get());
        if (Generations.tracked(served.kind(), served.custom())) {
            metadata.put("generation", 1);
        }
        ServerFields.beforeOwnership(served.kind(), object);
        return object;
    }

    /** In the form in which it is stored, and defaulted. */
    static ObjectNode shaped(ServedKind served, ObjectNode object) {
        object.put("apiVersion", served.kind().apiVersion())
                .put("kind", served.kind().kind());
        ObjectNode out = StoredForm.stored(served.type(), object, served.custom());
        if (!served.custom()) {
            Defaults.apply(served.kind(), out);
        }
        return out;
    }

    private static String suffix() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            out.append(NAME_LETTERS.charAt(ThreadLocalRandom.current().nextInt(NAME_LETTERS.length())));
        }
        return out.toString();
    }
}
