package io.sternway.vocabulary;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerGroupsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "apps", "networking.k8s.io", "storage.k8s.io", "resource.k8s.io"})
    void groupsOfTheApiServer(String group) {
        assertTrue(ApiServerGroups.contains(group));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gateway.networking.k8s.io",
                "snapshot.storage.k8s.io",
                "metrics.k8s.io",
                "k8s.io",
                "apps.example.com",
                "example.com"
            })
    void groupsThatComeAndGo(String group) {
        assertFalse(ApiServerGroups.contains(group));
    }
}
