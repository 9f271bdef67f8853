package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.CLAIMS;
import static io.sternway.sandbox.contract.Manifests.statefulSet;
import static io.sternway.sandbox.contract.Manifests.volume;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Claims and volumes: a simulated cluster has no volumes, its claims are bound at once, and Pods do without. */
interface VolumeContract {
    @Test
    default void aClaimBindsToAVolumeThatFits(Space space) {
        String claim = "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {accessModes: "
                + "[ReadWriteOnce], storageClassName: %s, resources: {requests: {storage: 1Gi}}}}";
        String volume = "{apiVersion: v1, kind: PersistentVolume, metadata: {name: %1$s}, spec: {accessModes: "
                + "[ReadWriteOnce], storageClassName: %1$s, capacity: {storage: 2Gi}, hostPath: {path: /data}}}";
        Answer pending = space.apply(claim.formatted(space.namespace())).is(201);
        assertEquals("Pending", pending.text("/status/phase"));
        space.apply(volume.formatted(space.namespace())).is(201);
        Answer bound =
                space.until("PersistentVolumeClaim", "c", now -> assertEquals("Bound", now.text("/status/phase")));
        assertEquals(space.namespace(), bound.text("/spec/volumeName"));
        assertEquals("2Gi", bound.text("/status/capacity/storage"));
        assertEquals("yes", bound.text("/metadata/annotations/pv.kubernetes.io~1bind-completed"));
        Answer used = space.until(
                "PersistentVolume", space.namespace(), now -> assertEquals("Bound", now.text("/status/phase")));
        assertEquals("c", used.text("/spec/claimRef/name"));
        assertEquals(bound.uid(), used.text("/spec/claimRef/uid"));
        // The claim's spec may be applied again although the binder has added to it.
        space.apply(claim.formatted(space.namespace())).is(200);
        space.delete("PersistentVolumeClaim", "c").is(200);
        space.untilGone("PersistentVolumeClaim", "c");
        space.until("PersistentVolume", space.namespace(), now -> assertEquals("Released", now.text("/status/phase")));
    }

    @Test
    default void claimsAreMadeForTheirPodsAndKept(Space space) {
        space.apply(statefulSet("db", 1, "ready", CLAIMS)).is(201);
        space.until("PersistentVolumeClaim", "data-db-0", now -> assertEquals("Pending", now.text("/status/phase")));
        Answer waits = space.until(
                "Pod",
                "db-0",
                now -> assertTrue(
                        now.condition("PodScheduled").equals("False Unschedulable"),
                        () -> now.body().toString()));
        assertEquals("Pending", waits.text("/status/phase"));
        space.apply(volume(space.namespace(), "data-db-0")).is(201);
        Answer bound = space.until(
                "PersistentVolumeClaim", "data-db-0", now -> assertEquals("Bound", now.text("/status/phase")));
        assertEquals(space.namespace() + "-data-db-0", bound.text("/spec/volumeName"));
        assertEquals("1Gi", bound.text("/status/capacity/storage"));
        space.until("StatefulSet", "db", now -> assertEquals(1, now.number("/status/availableReplicas")));
        space.delete("StatefulSet", "db").is(200);
        space.untilGone("Pod", "db-0");
        space.get("PersistentVolumeClaim", "data-db-0").is(200);
    }
}
