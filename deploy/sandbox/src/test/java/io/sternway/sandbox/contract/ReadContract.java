package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lists as the watcher reads them (H2), discovery, and who may read what. */
interface ReadContract {
    private static void labelled(Space space, String name, String labels) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, labels: {%s}}}".formatted(name, labels))
                .is(201);
    }

    private static List<String> select(Space space, String selector) {
        return space.list("ConfigMap", "?labelSelector=" + java.net.URLEncoder.encode(selector, StandardCharsets.UTF_8))
                .is(200)
                .names();
    }

    @Test
    @DisplayName("H2 label selectors: presence, equality, sets")
    default void labelSelectors(Space space) {
        labelled(space, "a", "x: '1', y: '1'");
        labelled(space, "b", "x: '2'");
        labelled(space, "c", "y: '2'");
        assertEquals(List.of("a", "b"), select(space, "x"));
        assertEquals(List.of("c"), select(space, "!x"));
        assertEquals(List.of("a"), select(space, "x=1"));
        assertEquals(List.of("a"), select(space, "x==1,y"));
        assertEquals(List.of("b", "c"), select(space, "x!=1"));
        assertEquals(List.of("a", "b"), select(space, "x in (1,2)"));
        assertEquals(List.of("b", "c"), select(space, "x notin (1)"));
        Answer bad = space.list("ConfigMap", "?labelSelector=x%20in").is(400);
        assertTrue(bad.text("/message").startsWith("unable to parse requirement: "), bad.text("/message"));
    }

    @Test
    default void fieldSelectors(Space space) {
        labelled(space, "a", "");
        labelled(space, "b", "");
        assertEquals(
                List.of("b"),
                space.list("ConfigMap", "?fieldSelector=metadata.name%3Db").names());
        Answer unknown = space.list("ConfigMap", "?fieldSelector=data.x%3Db");
        unknown.isStatus(
                400,
                "BadRequest",
                "\"data.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }

    @Test
    @DisplayName("H2 pages are of one resourceVersion")
    default void pagesAreOfOneResourceVersion(Space space) {
        for (int i = 0; i < 5; i++) {
            labelled(space, "c" + i, "page: x");
        }
        Answer page = space.list("ConfigMap", "?labelSelector=page&limit=2").is(200);
        assertEquals(List.of("c0", "c1"), page.names());
        String version = page.resourceVersion();
        labelled(space, "c00", "page: x");
        List<String> all = new ArrayList<>(page.names());
        while (!page.text("/metadata/continue").isEmpty()) {
            page = space.list(
                            "ConfigMap",
                            "?labelSelector=page&limit=2&continue="
                                    + java.net.URLEncoder.encode(
                                            page.text("/metadata/continue"), StandardCharsets.UTF_8))
                    .is(200);
            assertEquals(version, page.resourceVersion());
            all.addAll(page.names());
        }
        assertEquals(List.of("c0", "c1", "c2", "c3", "c4"), all);
    }

    @Test
    default void aPageSaysHowManyRemain(Space space) {
        for (int i = 0; i < 3; i++) {
            labelled(space, "c" + i, "");
        }
        assertEquals(2, space.list("ConfigMap", "?limit=1").number("/metadata/remainingItemCount"));
    }

    @Test
    default void aContinueTokenThatIsNoneIsRefused(Space space) {
        Answer refused = space.list("ConfigMap", "?limit=1&continue=nonsense").is(400);
        assertEquals("BadRequest", refused.text("/reason"));
        assertTrue(
                refused.text("/message").startsWith("invalid continue token: continue key is not valid"),
                refused.text("/message"));
    }

    @Test
    @DisplayName("H2 a list not older than what was applied has it")
    default void aListNotOlderThanAnApplyHasIt(Space space) {
        for (int i = 0; i < 20; i++) {
            String name = "c" + i;
            Answer applied = space.apply(configMap(name, "a: b")).is(201);
            Answer list = space.list(
                            "ConfigMap",
                            "?resourceVersionMatch=NotOlderThan&resourceVersion=" + applied.resourceVersion())
                    .is(200);
            assertTrue(list.names().contains(name), name);
            assertTrue(Long.parseLong(list.resourceVersion()) >= Long.parseLong(applied.resourceVersion()));
        }
    }

    @Test
    default void aListOfTheFutureTimesOut(Space space) {
        Answer future = space.list("ConfigMap", "?resourceVersionMatch=NotOlderThan&resourceVersion=99999999");
        future.is(504);
        assertEquals("Timeout", future.text("/reason"));
        assertTrue(
                future.text("/message").startsWith("Timeout: Too large resource version: 99999999, current: "),
                future.text("/message"));
        assertEquals("ResourceVersionTooLarge", future.text("/details/causes/0/reason"));
    }

    @Test
    default void aListFromAnyVersionIsAnswered(Space space) {
        labelled(space, "a", "");
        assertEquals(
                "ConfigMapList",
                space.list("ConfigMap", "?resourceVersion=0").is(200).text("/kind"));
    }

    @Test
    default void itemsOfAListHaveNoKind(Space space) {
        labelled(space, "a", "");
        Answer list = space.list("ConfigMap", "").is(200);
        assertEquals("ConfigMapList", list.text("/kind"));
        assertEquals("v1", list.text("/apiVersion"));
        assertTrue(list.at("/items/0/kind").isMissingNode());
        assertFalse(list.resourceVersion().isEmpty());
    }

    @Test
    default void anEmptyListIsAList(Space space) {
        Answer list = space.list("Secret", "").is(200);
        assertTrue(list.at("/items").isArray());
        assertEquals(0, list.at("/items").size());
    }

    @Test
    @DisplayName("H2 one list covers all namespaces")
    default void oneListCoversAllNamespaces(Space space) {
        labelled(space, "everywhere", "in: " + space.namespace());
        Answer list = space.api()
                .get("/api/v1/configmaps?labelSelector=in%3D" + space.namespace())
                .is(200);
        assertEquals(List.of("everywhere"), list.names());
        assertEquals(space.namespace(), list.text("/items/0/metadata/namespace"));
    }

    @Test
    @DisplayName("H2 metadata alone can be read")
    default void metadataAloneCanBeRead(Space space) {
        space.apply(configMap("c", "a: b")).is(201);
        Answer list = space.api()
                .getAs(Api.METADATA_LIST, space.collection("ConfigMap"))
                .is(200);
        assertEquals("PartialObjectMetadataList", list.text("/kind"));
        assertEquals("meta.k8s.io/v1", list.text("/apiVersion"));
        assertEquals("PartialObjectMetadata", list.text("/items/0/kind"));
        assertEquals("c", list.text("/items/0/metadata/name"));
        assertTrue(list.at("/items/0/data").isMissingNode());
        Answer one = space.api()
                .getAs("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1", space.path("ConfigMap", "c"))
                .is(200);
        assertEquals("PartialObjectMetadata", one.text("/kind"));
    }

    @Test
    default void discoveryNamesKindsVerbsAndScope(Space space) {
        Answer apps = space.api().get("/apis/apps/v1").is(200);
        assertEquals("APIResourceList", apps.text("/kind"));
        List<String> names = new ArrayList<>();
        apps.at("/resources")
                .forEach(resource -> names.add(resource.path("name").asText()));
        assertTrue(
                names.containsAll(List.of("deployments", "deployments/scale", "deployments/status", "statefulsets")));
        apps.at("/resources").forEach(resource -> {
            if (resource.path("name").asText().equals("deployments")) {
                assertEquals("Deployment", resource.path("kind").asText());
                assertTrue(resource.path("namespaced").asBoolean());
                assertEquals(
                        "[\"create\",\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"update\",\"watch\"]",
                        resource.path("verbs").toString());
            }
        });
        assertEquals("v1", space.api().get("/api").is(200).text("/versions/0"));
        List<String> groups = new ArrayList<>();
        space.api()
                .get("/apis")
                .is(200)
                .at("/groups")
                .forEach(group -> groups.add(group.path("name").asText()));
        assertTrue(
                groups.containsAll(
                        List.of("apps", "batch", "policy", "rbac.authorization.k8s.io", "apiextensions.k8s.io")),
                groups.toString());
        assertEquals("1", space.api().get("/version").is(200).text("/major"));
    }

    @Test
    @DisplayName("H4 a token that nobody issued is a 401")
    default void anUnknownTokenIsA401(ClusterUnderTest cluster) {
        Api stranger = new Api(cluster.stranger());
        stranger.get("/api/v1/namespaces").isStatus(401, "Unauthorized", "Unauthorized");
        stranger.patch(
                        Api.APPLY,
                        "/api/v1/namespaces/x?fieldManager=m",
                        "{apiVersion: v1, kind: Namespace, metadata: {name: x}}")
                .isStatus(401, "Unauthorized", "Unauthorized");
    }

    @Test
    @DisplayName("H4 a missing permission is a 403 that names user, verb, resource and namespace")
    default void aMissingPermissionIsA403ThatNamesIt(Space space, ClusterUnderTest cluster) {
        Space reader = space.as(new Api(cluster.reader()));
        space.apply(configMap("c", "a: b")).is(201);
        assertEquals(1, reader.list("ConfigMap", "").is(200).names().size());
        Answer secrets = reader.list("Secret", "");
        secrets.isStatus(
                403,
                "Forbidden",
                "secrets is forbidden: User \"reader\" cannot list resource \"secrets\" in API group \"\" in the namespace \""
                        + space.namespace() + "\"");
        assertEquals("secrets", secrets.text("/details/kind"));
        assertEquals(List.of(), secrets.causes());
        reader.apply(configMap("c", "a: c"))
                .isStatus(
                        403,
                        "Forbidden",
                        "configmaps \"c\" is forbidden: User \"reader\" cannot patch resource \"configmaps\" in API group "
                                + "\"\" in the namespace \"" + space.namespace() + "\"");
        reader.delete("ConfigMap", "c")
                .isStatus(
                        403,
                        "Forbidden",
                        "configmaps \"c\" is forbidden: User \"reader\" cannot delete resource \"configmaps\" in API group "
                                + "\"\" in the namespace \"" + space.namespace() + "\"");
        reader.api()
                .get("/api/v1/secrets")
                .isStatus(
                        403,
                        "Forbidden",
                        "secrets is forbidden: User \"reader\" cannot list resource \"secrets\" in API group \"\" at the "
                                + "cluster scope");
    }
}
