package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Deletes: at once, or by marking when something keeps the object. Called under the store's lock. */
public final class Deletion {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

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
                        && !live.path("spec").path("finalizers").isEmpty());
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
        } else if (grace
                < live.path("metadata").path("deletionGracePeriodSeconds").asInt()) {
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
            return object.path("spec").path("finalizers").isEmpty();
        }
        return object.path("metadata").path("deletionGracePeriodSeconds").asInt() == 0;
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
                && !live.path("spec").path("nodeName").asText("").isEmpty()
                && !Set.of("Succeeded", "Failed")
                        .contains(live.path("status").path("phase").asText());
        if (!running) {
            return 0;
        }
        return options.gracePeriodSeconds() != null
                ? options.gracePeriodSeconds()
                : live.path("spec").path("terminationGracePeriodSeconds").asInt(30);
    }

    private static void setFinalizers(ResourceKind kind, ObjectNode next, Propagation wanted) {
        Propagation propagation = wanted != Propagation.DEFAULT
                ? wanted
                : kind.qualifiedPlural().equals("jobs.batch") ? Propagation.ORPHAN : Propagation.BACKGROUND;
        Set<String> finalizers = new TreeSet<>();
        ArrayNode kept = next.arrayNode();
        next.path("metadata").path("finalizers").forEach(finalizer -> {
            String name = finalizer.asText();
            boolean chosenAnew = wanted != Propagation.DEFAULT && (name.equals(ORPHAN) || name.equals(FOREGROUND));
            if (!chosenAnew) {
                finalizers.add(name);
                kept.add(name);
            }
        });
        if (propagation == Propagation.ORPHAN && finalizers.add(ORPHAN)) {
            kept.add(ORPHAN);
        }
        if (propagation == Propagation.FOREGROUND && finalizers.add(FOREGROUND)) {
            kept.add(FOREGROUND);
        }
        if (kind.qualifiedPlural().equals("customresourcedefinitions.apiextensions.k8s.io")
                && !Meta.deleting(next)
                && finalizers.add(CLEANUP)) {
            kept.add(CLEANUP);
        }
        if (kept.isEmpty()) {
            Meta.of(next).remove("finalizers");
        } else {
            Meta.of(next).set("finalizers", kept);
        }
    }

    private void mark(ResourceKind kind, ObjectNode next) {
        if (kind.qualifiedPlural().equals("namespaces")) {
            next.putObject("status").put("phase", "Terminating");
        }
        if (kind.equals(BuiltIn.CUSTOM_RESOURCE_DEFINITIONS)) {
            next.withObject("status")
                    .withArray("conditions")
                    .addObject()
                    .put("type", "Terminating")
                    .put("status", "True")
                    .put("lastTransitionTime", now.get())
                    .put("reason", "InstanceDeletionPending")
                    .put(
                            "message",
                            "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
        }
    }

    private String later(int seconds) {
        return Instant.parse(now.get()).plusSeconds(seconds).toString();
    }
}
