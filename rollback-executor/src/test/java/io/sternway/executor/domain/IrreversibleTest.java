package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.executor.domain.content.Irreversible;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IrreversibleTest {

    @ParameterizedTest(name = "{0} over {1}: {2}")
    @DisplayName(
            "K10 what can never go back stays, so that the rest can: the size of a claim, the flag of what is immutable")
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 1Gi}}}} | {spec: {resources: {requests: {storage: 2Gi}}}} | {kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 2Gi}}}} | 1",
                "{kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 1Gi}}}} | {spec: {resources: {requests: {storage: 1024Mi}}}} | {kind: PersistentVolumeClaim, spec: {resources: {requests: {storage: 1Gi}}}} | 0",
                "{kind: Secret, data: {a: b}} | {kind: Secret, immutable: true, data: {a: b}} | {kind: Secret, immutable: true, data: {a: b}} | 1",
                "{kind: Secret, data: {a: c}} | {kind: Secret, immutable: true, data: {a: b}} | {kind: Secret, data: {a: c}} | 0",
                "{kind: Deployment, data: {a: b}} | {kind: Deployment, immutable: true, data: {a: b}} | {kind: Deployment, data: {a: b}} | 0",
            })
    void whatStays(String wanted, String live, String expected, int notes) {
        Map<String, Object> object = Json.of(wanted);

        assertEquals(notes, Irreversible.keep(object, Json.of(live)).size());
        assertEquals(Json.of(expected), object);
    }

    @ParameterizedTest(name = "{0} over {1}: {2}")
    @DisplayName("K10 only immutable ConfigMaps with other data, and bindings of another role, are replaced")
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: ConfigMap, data: {a: b}} | {kind: ConfigMap, immutable: true, data: {a: c}} | true",
                "{kind: ConfigMap, data: {a: b}} | {kind: ConfigMap, data: {a: c}} | false",
                "{kind: Secret, data: {a: b}} | {kind: Secret, immutable: true, data: {a: c}} | false",
                "{kind: RoleBinding, roleRef: {name: a}} | {kind: RoleBinding, roleRef: {name: b}} | true",
                "{kind: ClusterRoleBinding, roleRef: {name: a}} | {kind: ClusterRoleBinding, roleRef: {name: a}} | false",
                "{kind: Service, roleRef: {name: a}} | {kind: Service, roleRef: {name: b}} | false",
            })
    void whatIsReplaced(String wanted, String live, boolean replaced) {
        Map<String, Object> object = Json.of(wanted);
        Map<String, Object> there = Json.of(live);

        assertEquals(
                replaced,
                Irreversible.isImmutableWithOtherData(object, there)
                        || Irreversible.isBindingOfAnotherRole(object, there));
    }

    @Test
    @DisplayName("K10 while a workload could not be put back, nothing is removed that it may use")
    void everythingStaysForAWorkload() {
        ObjectName claim = new ObjectName("v1", "PersistentVolumeClaim", "shop", "data");
        ObjectName web = new ObjectName("apps/v1", "Deployment", "shop", "web");
        assertEquals(false, Retention.keepsAll(List.of(claim)));
        assertEquals(true, Retention.keepsAll(List.of(claim, web)));
    }
}
