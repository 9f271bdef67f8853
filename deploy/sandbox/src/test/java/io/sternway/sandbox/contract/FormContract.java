package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In which form values are stored: a simulated cluster keeps them as they were written. */
interface FormContract {
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
        assertEquals(stored.resourceVersion(), space.apply(withCpu("1")).is(200).resourceVersion());
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
}
