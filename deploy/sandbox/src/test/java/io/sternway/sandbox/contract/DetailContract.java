package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Details that a simulated cluster leaves out: it keeps values as they were written, and every manager by its name. */
interface DetailContract {
    private static String withCpu(String cpu) {
        return deployment("d", 0, "ready")
                .replace("image: app}", "image: app, resources: {requests: {cpu: %s, memory: 0.5Gi}}}".formatted(cpu));
    }

    @Test
    @DisplayName("K3 a quantity is stored in one form, whatever its notation")
    default void aQuantityIsStoredInOneForm(Space space) {
        Answer stored = space.apply(withCpu("1000m")).is(201);
        String requests = "/spec/template/spec/containers/0/resources/requests";
        assertEquals("1", stored.text(requests + "/cpu"));
        assertEquals("512Mi", stored.text(requests + "/memory"));
        Answer again = space.apply(withCpu("1")).is(200);
        assertEquals(1, again.at("/metadata/generation").asInt(), "the same, in another notation, changes nothing");
    }

    @Test
    @DisplayName("X4 what is no quantity is a 500 without reason")
    default void whatIsNoQuantityIsA500(Space space) {
        assertEquals("", space.apply(withCpu("1x")).is(500).text("/reason"));
    }

    @Test
    default void aPodsQualityOfServiceFollowsFromItsRequests(Space space) {
        assertEquals(
                "BestEffort",
                space.apply(
                                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: b}]}}")
                        .is(201)
                        .text("/status/qosClass"));
    }

    @Test
    @DisplayName("K4 the oldest of more than ten updaters become one")
    default void theOldestOfMoreThanTenUpdatersBecomeOne(Space space) {
        space.apply(configMap("c", "a: b")).is(201);
        for (int i = 0; i < 12; i++) {
            space.api()
                    .patch(
                            Api.MERGE,
                            space.path("ConfigMap", "c") + "?fieldManager=m" + i,
                            "{metadata: {labels: {l%d: x}}}".formatted(i))
                    .is(200);
        }
        Answer crowded = space.get("ConfigMap", "c");
        assertEquals(11, crowded.at("/metadata/managedFields").size(), "sternway, and ten updaters");
        assertTrue(crowded.owned("ancient-changes", "Update", "").isPresent());
    }

    @Test
    default void aMatchWithoutAResourceVersionIsRefused(Space space) {
        Answer refused =
                space.list("ConfigMap", "?resourceVersionMatch=NotOlderThan").is(422);
        assertEquals("Invalid", refused.text("/reason"));
        assertTrue(
                refused.text("/message")
                        .contains("resourceVersionMatch is forbidden unless resourceVersion is provided"),
                refused.text("/message"));
    }
}
