package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/** Deletes: at once, or by marking when something keeps the object. Called under the store's lock. */
public final class Deletion {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private final ObjectTable table;
    private final Supplier<String> now;

    Deletion(ObjectTable table, Supplier<String> now) {
        this.table = table;
        this.now = now;
    }

    /**
     * What a delete has led to.
     *
     * @param gone false when the object stays for now, marked
     */
    public record Outcome(ObjectNode object, boolean gone) {}

    Outcome delete(ResourceKind kind, Stored stored, DeleteOptions options) {
        ObjectNode live = stored.object();
        checkPreconditions(kind, live, options);
        ObjectNode next = live.deepCopy();
        ObjectNode metadata = Meta.of(next);
        int grace = gracePeriod(kind, live, options);
        setFinalizers(kind, next, options.propagation());
        boolean stays = Meta.hasFinalizers(next)
                || grace > 0
                || (kind.qualifiedPlural().equals("namespaces")
                        && !live.at("/spec/finalizers").isEmpty());
        if (!stays) {
            if (!options.dryRun()) {
                table.remove(kind, stored, null);
            }
            return new Outcome(live, true);
        }
        boolean first = !Meta.deleting(live);
        if (first) {
            metadata.put("deletionTimestamp", later(grace));
            boolean definition = kind.equals(BuiltIn.CUSTOM_RESOURCE_DEFINITIONS);
            if (!kind.equals(BuiltIn.NAMESPACES) && !definition) {
                metadata.put("deletionGracePeriodSeconds", grace);
            }
            if (metadata.has("generation") && !definition) {
                metadata.put("generation", Meta.generation(live) + 1);
            }
            mark(kind, next);
        } else if (grace < live.at("/metadata/deletionGracePeriodSeconds").asInt()) {
            metadata.put("deletionGracePeriodSeconds", grace);
        }
        if (next.equals(live) || options.dryRun()) {
            return new Outcome(live, false);
        }
        return new Outcome(table.put(kind, stored, next).object(), false);
    }

    /** Whether nothing keeps an object any longer that is marked as being deleted. */
    static boolean isFree(ResourceKind kind, ObjectNode object) {
        if (!Meta.deleting(object) || Meta.hasFinalizers(object)) {
            return false;
        }
        if (kind.qualifiedPlural().equals("namespaces")) {
            return object.at("/spec/finalizers").isEmpty();
        }
        return object.at("/metadata/deletionGracePeriodSeconds").asInt() == 0;
    }

    private static void checkPreconditions(ResourceKind kind, ObjectNode live, DeleteOptions options) {
        String name = Meta.name(live);
        if (options.uid() != null && !options.uid().equals(Meta.uid(live))) {
            throw Failures.preconditionOfDelete(
                    kind,
                    name,
                    "the UID in the precondition (" + options.uid() + ") does not match the UID in record ("
                            + Meta.uid(live)
                            + "). The object might have been deleted and then recreated");
        }
        if (options.resourceVersion() != null && !options.resourceVersion().equals(Meta.resourceVersion(live))) {
            throw Failures.preconditionOfDelete(
                    kind,
                    name,
                    "the ResourceVersion in the precondition (" + options.resourceVersion()
                            + ") does not match the ResourceVersion in record ("
                            + Meta.resourceVersion(live) + "). The object might have been modified");
        }
    }

    /** Only a Pod that a node runs is given time. */
    private static int gracePeriod(ResourceKind kind, ObjectNode live, DeleteOptions options) {
        boolean running = kind.qualifiedPlural().equals("pods")
                && !live.at("/spec/nodeName").asText("").isEmpty()
                && !Set.of("Succeeded", "Failed")
                        .contains(live.at("/status/phase").asText());
        if (!running) {
            return 0;
        }
        return options.gracePeriodSeconds() != null
                ? options.gracePeriodSeconds()
                : live.at("/spec/terminationGracePeriodSeconds").asInt(30);
    }

    private static void setFinalizers(ResourceKind kind, ObjectNode next, Propagation wanted) {
        Propagation propagation = wanted != Propagation.DEFAULT
                ? wanted
                : kind.qualifiedPlural().equals("jobs.batch") ? Propagation.ORPHAN : Propagation.BACKGROUND;
        Set<String> finalizers = new LinkedHashSet<>(Meta.list(next.at("/metadata/finalizers")));
        if (wanted != Propagation.DEFAULT) {
            finalizers.removeAll(Set.of(ORPHAN, FOREGROUND));
        }
        if (propagation == Propagation.ORPHAN) {
            finalizers.add(ORPHAN);
        }
        if (propagation == Propagation.FOREGROUND) {
            finalizers.add(FOREGROUND);
        }
        if (kind.equals(BuiltIn.CUSTOM_RESOURCE_DEFINITIONS) && !Meta.deleting(next)) {
            finalizers.add(CLEANUP);
        }
        Meta.of(next).remove("finalizers");
        if (!finalizers.isEmpty()) {
            finalizers.forEach(Meta.of(next).putArray("finalizers")::add);
        }
    }

    private void mark(ResourceKind kind, ObjectNode next) {
        if (kind.qualifiedPlural().equals("namespaces")) {
            next.putObject("status").put("phase", "Terminating");
        }
        if (kind.equals(BuiltIn.CUSTOM_RESOURCE_DEFINITIONS)) {
            ObjectNode terminating = Conditions.of(
                    "Terminating", true, "InstanceDeletionPending", "its instances are deleted first", now.get());
            Conditions.put(next.withObjectProperty("status"), terminating);
        }
    }

    private String later(int seconds) {
        return Instant.parse(now.get()).plusSeconds(seconds).toString();
    }
}
