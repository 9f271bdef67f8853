package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.PERSISTENT_VOLUMES;
import static io.sternway.sandbox.cluster.store.BuiltIn.PERSISTENT_VOLUME_CLAIMS;
import static io.sternway.sandbox.cluster.store.BuiltIn.PODS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.rules.Quantity;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Binds claims to volumes that somebody has made; there is no provisioner. */
final class VolumeBinder implements Reconciler {
    private final Site site;

    VolumeBinder(Site site) {
        this.site = site;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(PERSISTENT_VOLUME_CLAIMS)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(PERSISTENT_VOLUMES)) {
            site.list(PERSISTENT_VOLUME_CLAIMS, null).stream()
                    .filter(claim -> !bound(claim))
                    .forEach(claim -> concerned.accept(ObjectKey.of(claim)));
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(PODS)
                && (event.type() == StoreEvent.Type.DELETED || Pods.ended(event.object()))) {
            for (JsonNode volume : event.object().path("spec").path("volumes")) {
                String claim =
                        volume.path("persistentVolumeClaim").path("claimName").asText("");
                if (!claim.isEmpty()) {
                    concerned.accept(new ObjectKey(Meta.namespace(event.object()), claim));
                }
            }
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        if (key.namespace().isEmpty()) {
            volume(key);
            return null;
        }
        ObjectNode claim = site.get(PERSISTENT_VOLUME_CLAIMS, key);
        if (claim != null && Meta.deleting(claim) && !used(claim)) {
            site.release(PERSISTENT_VOLUME_CLAIMS, claim, "kubernetes.io/pvc-protection");
        }
        if (claim == null) {
            // Its volume, if it had one, is released.
            site.list(PERSISTENT_VOLUMES, null).stream()
                    .filter(volume -> claimedBy(volume, key))
                    .forEach(volume -> volume(ObjectKey.of(volume)));
        } else if (!bound(claim) && !Meta.deleting(claim)) {
            site.list(PERSISTENT_VOLUMES, null).stream()
                    .filter(volume -> fits(volume, claim))
                    .min(Comparator.comparing(VolumeBinder::capacity))
                    .ifPresent(volume -> bind(volume, claim));
        }
        return null;
    }

    /** Available until it is claimed; Released when its claim has gone. */
    private void volume(ObjectKey key) {
        ObjectNode volume = site.get(PERSISTENT_VOLUMES, key);
        if (volume == null) {
            return;
        }
        JsonNode reference = volume.path("spec").path("claimRef");
        String phase = "Available";
        if (reference.has("uid")) {
            ObjectNode claim = site.get(
                    PERSISTENT_VOLUME_CLAIMS,
                    new ObjectKey(
                            reference.path("namespace").asText(),
                            reference.path("name").asText()));
            boolean same = claim != null
                    && Meta.uid(claim).equals(reference.path("uid").asText());
            phase = same ? "Bound" : "Released";
        }
        phase(volume, phase);
        if (Meta.deleting(volume) && !phase.equals("Bound")) {
            site.release(PERSISTENT_VOLUMES, volume, "kubernetes.io/pv-protection");
        }
    }

    /** Some Pod that has not ended mounts it. */
    private boolean used(ObjectNode claim) {
        for (ObjectNode pod : site.list(PODS, Meta.namespace(claim))) {
            for (JsonNode volume : pod.path("spec").path("volumes")) {
                if (!Pods.ended(pod)
                        && volume.path("persistentVolumeClaim")
                                .path("claimName")
                                .asText()
                                .equals(Meta.name(claim))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void phase(ObjectNode volume, String phase) {
        if (!volume.path("status").path("phase").asText().equals(phase)) {
            site.status(
                    PERSISTENT_VOLUMES,
                    volume,
                    Json.object().put("phase", phase).put("lastPhaseTransitionTime", site.now()));
        }
    }

    private static boolean bound(JsonNode claim) {
        return claim.path("status").path("phase").asText().equals("Bound");
    }

    private static boolean claimedBy(JsonNode volume, ObjectKey claim) {
        JsonNode reference = volume.path("spec").path("claimRef");
        return reference.path("namespace").asText().equals(claim.namespace())
                && reference.path("name").asText().equals(claim.name());
    }

    private static boolean fits(JsonNode volume, JsonNode claim) {
        JsonNode wanted = claim.path("spec");
        JsonNode offered = volume.path("spec");
        if (Meta.deleting(volume)
                || (offered.has("claimRef") && !claimedBy(volume, ObjectKey.of(claim)))
                || !wanted.path("storageClassName")
                        .asText("")
                        .equals(offered.path("storageClassName").asText(""))) {
            return false;
        }
        String named = wanted.path("volumeName").asText("");
        if (!named.isEmpty() && !named.equals(Meta.name(volume))) {
            return false;
        }
        Set<String> modes = new HashSet<>();
        offered.path("accessModes").forEach(mode -> modes.add(mode.asText()));
        for (JsonNode mode : wanted.path("accessModes")) {
            if (!modes.contains(mode.asText())) {
                return false;
            }
        }
        if (wanted.has("selector") && !Selectors.matches(wanted.path("selector"), volume)) {
            return false;
        }
        BigDecimal size = Quantity.value(
                wanted.path("resources").path("requests").path("storage").asText());
        return size == null || capacity(volume).compareTo(size) >= 0;
    }

    private static BigDecimal capacity(JsonNode volume) {
        BigDecimal capacity = Quantity.value(
                volume.path("spec").path("capacity").path("storage").asText());
        return capacity == null ? BigDecimal.ZERO : capacity;
    }

    private void bind(ObjectNode volume, ObjectNode claim) {
        site.edit(PERSISTENT_VOLUMES, volume, now -> {
            Json.child(Meta.of(now), "annotations").put("pv.kubernetes.io/bound-by-controller", "yes");
            Json.child(now, "spec")
                    .putObject("claimRef")
                    .put("apiVersion", "v1")
                    .put("kind", "PersistentVolumeClaim")
                    .put("namespace", Meta.namespace(claim))
                    .put("name", Meta.name(claim))
                    .put("uid", Meta.uid(claim))
                    .put("resourceVersion", Meta.resourceVersion(claim));
        });
        phase(volume, "Bound");
        site.edit(PERSISTENT_VOLUME_CLAIMS, claim, now -> {
            Json.child(Meta.of(now), "annotations")
                    .put("pv.kubernetes.io/bind-completed", "yes")
                    .put("pv.kubernetes.io/bound-by-controller", "yes");
            Json.child(now, "spec").put("volumeName", Meta.name(volume));
        });
        ObjectNode status = Json.object();
        status.put("phase", "Bound");
        status.set("accessModes", volume.path("spec").path("accessModes").deepCopy());
        status.set("capacity", volume.path("spec").path("capacity").deepCopy());
        site.status(PERSISTENT_VOLUME_CLAIMS, claim, status);
    }
}
