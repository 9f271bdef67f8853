package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Replicas;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicasTest {

    private static final ObjectName WEB = new ObjectName("apps/v1", "Deployment", "shop", "web");

    @ParameterizedTest(name = "snapshot {0}, autoscaled {1}, owned by {2}: {3}")
    @DisplayName("K9 what an apply says of replicas, where five are wanted on the cluster")
    @CsvSource(
            nullValues = "-",
            value = {
                // a field as any other
                "3, false, nobody, 3",
                "3, false, ours, 3",
                "3, false, others, 3",
                // left to an autoscaler: the live number until it owns the field
                "3, true, nobody, 5",
                "3, true, ours, 5",
                "3, true, others, -",
                // named no longer: ours until somebody else owns it
                "-, false, ours, 5",
                "-, true, ours, 5",
                "-, false, others, -",
                "-, true, others, -",
                "-, false, nobody, -",
            })
    void whatIsWritten(@Nullable Integer named, boolean autoscaled, String owner, @Nullable Integer written) {
        String entry = switch (owner) {
            case "ours" -> "{manager: sternway-1, operation: Apply, fieldsV1: {'f:spec': {'f:replicas': {}}}}";
            case "others" ->
                "{manager: kube-controller-manager, operation: Update, subresource: scale,"
                        + " fieldsV1: {'f:spec': {'f:replicas': {}}}}";
            default -> "";
        };
        String live = "{metadata: {managedFields: [" + entry + "]}, spec: {replicas: 5}}";

        assertEquals(written, Replicas.toWrite(named, Json.of(live), autoscaled, "sternway-1"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("K9 an autoscaler scales what it names, whichever its kind")
    @CsvSource(
            delimiter = '|',
            value = {
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}    | true",
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {name: web}}}                                            | true",
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1beta1, kind: Deployment, name: web}}} | true",
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: web}}}   | false",
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: api}}}    | false",
                "{metadata: {namespace: other}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}   | false",
                "{metadata: {namespace: shop}, spec: {scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Deployment, name: web}}} | false",
            })
    void whatItScales(String autoscaler, boolean scales) {
        assertEquals(scales, Replicas.scales(Json.of(autoscaler), WEB));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("K9 where autoscalers cannot be read, a machine that scaled counts as one, a person does not")
    @CsvSource(
            nullValues = "-",
            value = {"kube-controller-manager, kube-controller-manager", "kubectl, -", "k9s, -"})
    void machines(String manager, @Nullable String counts) {
        String live = "{metadata: {managedFields: [{manager: " + manager
                + ", operation: Update, subresource: scale, fieldsV1: {'f:spec': {'f:replicas': {}}}}]}}";

        assertEquals(counts, Replicas.scaledByMachine(Json.of(live), "ours"));
    }
}
