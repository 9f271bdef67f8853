package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Watches: what they tell, from where they can start, and how they end (H2). */
interface WatchContract {
    private static List<String> seen(WatchLines watch) {
        return watch.events().stream()
                .map(event -> event.path("type").asText() + " "
                        + event.at("/object/metadata/name").asText())
                .toList();
    }

    private static void until(WatchLines watch, String... expected) {
        Awaitility.await().untilAsserted(() -> assertEquals(List.of(expected), seen(watch)));
    }

    private static WatchLines watch(Space space, String query) {
        return WatchLines.open(space.api(), space.collection("ConfigMap") + "?watch=true" + query);
    }

    @Test
    default void aWatchTellsEachChangeOnceInOrder(Space space) {
        String from = space.list("ConfigMap", "").resourceVersion();
        try (WatchLines watch = watch(space, "&resourceVersion=" + from)) {
            space.apply(configMap("a", "x: '1'")).is(201);
            String changed = space.apply(configMap("a", "x: '2'")).is(200).resourceVersion();
            space.delete("ConfigMap", "a").is(200);
            until(watch, "ADDED a", "MODIFIED a", "DELETED a");
            List<JsonNode> events = watch.events();
            assertEquals("2", events.get(1).at("/object/data/x").asText());
            assertEquals(
                    changed,
                    events.get(1).at("/object/metadata/resourceVersion").asText());
            assertEquals("ConfigMap", events.get(1).at("/object/kind").asText());
            long last = Long.parseLong(
                    events.get(2).at("/object/metadata/resourceVersion").asText());
            assertTrue(last > Long.parseLong(changed), "a deletion has a version of its own");
        }
    }

    @Test
    default void aWatchStartsInThePast(Space space) {
        space.apply(configMap("before", "x: y")).is(201);
        String from = space.list("ConfigMap", "").resourceVersion();
        space.apply(configMap("a", "x: y")).is(201);
        space.apply(configMap("b", "x: y")).is(201);
        try (WatchLines watch = watch(space, "&resourceVersion=" + from)) {
            until(watch, "ADDED a", "ADDED b");
        }
    }

    @Test
    default void withoutAVersionItBeginsWithWhatIsThere(Space space) {
        space.apply(configMap("a", "x: y")).is(201);
        try (WatchLines watch = watch(space, "")) {
            until(watch, "ADDED a");
            space.apply(configMap("b", "x: y")).is(201);
            until(watch, "ADDED a", "ADDED b");
        }
    }

    @Test
    @DisplayName("H2 an object that leaves the selector is deleted for the watch")
    default void whatLeavesTheSelectorIsDeletedForTheWatch(Space space) {
        String labelled = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {%s}}}";
        String from = space.list("ConfigMap", "").resourceVersion();
        try (WatchLines watch = watch(space, "&labelSelector=on&resourceVersion=" + from)) {
            space.apply(labelled.formatted("off: x")).is(201);
            space.apply(labelled.formatted("on: x")).is(200);
            space.apply(labelled.formatted("on: y")).is(200);
            space.apply(labelled.formatted("off: x")).is(200);
            until(watch, "ADDED a", "MODIFIED a", "DELETED a");
        }
    }

    @Test
    default void aWatchEndsAfterItsTimeout(Space space) {
        String from = space.list("ConfigMap", "").resourceVersion();
        try (WatchLines watch = watch(space, "&timeoutSeconds=1&resourceVersion=" + from)) {
            Awaitility.await().until(watch::ended);
            assertEquals(List.of(), watch.events());
        }
    }

    @Test
    @DisplayName("H2 a bookmark says where a watch stands")
    default void aBookmarkSaysWhereAWatchStands(Space space) {
        space.apply(configMap("a", "x: y")).is(201);
        String query = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        try (WatchLines watch = watch(space, query)) {
            Awaitility.await()
                    .untilAsserted(() -> assertEquals(2, watch.events().size()));
            JsonNode bookmark = watch.events().get(1);
            assertEquals("BOOKMARK", bookmark.path("type").asText());
            assertEquals(
                    "true",
                    bookmark.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asText());
            assertTrue(bookmark.at("/object/metadata/resourceVersion").asLong() > 0);
            assertEquals("ADDED a", seen(watch).get(0));
        }
    }

    @Test
    @DisplayName("H2 a version that is too old is gone, as an event")
    default void aVersionThatIsTooOldIsGone(Space space, ClusterUnderTest cluster) {
        CustomResourceContract.define(space);
        cluster.forgetHistory();
        try (WatchLines watch =
                WatchLines.open(space.api(), space.collection("Widget") + "?watch=true&resourceVersion=1")) {
            Awaitility.await()
                    .untilAsserted(() -> assertEquals(1, watch.events().size()));
            JsonNode gone = watch.events().get(0);
            assertEquals("ERROR", gone.path("type").asText());
            assertEquals("Status", gone.at("/object/kind").asText());
            assertEquals(410, gone.at("/object/code").asInt());
            assertEquals("Expired", gone.at("/object/reason").asText());
            assertTrue(
                    gone.at("/object/message").asText().startsWith("too old resource version: 1 ("), gone.toString());
            Awaitility.await().until(watch::ended);
        }
    }

    @Test
    default void aWatchOfAVersionOfTheFutureWaits(Space space) {
        try (WatchLines watch = watch(space, "&timeoutSeconds=4&resourceVersion=99999999")) {
            Awaitility.await().until(watch::ended);
            assertTrue(watch.events().stream()
                    .noneMatch(event -> event.path("type").asText().equals("ADDED")));
        }
    }

    @Test
    default void oneObjectIsWatchedByItsName(Space space) {
        String from = space.list("ConfigMap", "").resourceVersion();
        try (WatchLines watch = watch(space, "&fieldSelector=metadata.name%3Db&resourceVersion=" + from)) {
            space.apply(configMap("a", "x: y")).is(201);
            space.apply(configMap("b", "x: y")).is(201);
            until(watch, "ADDED b");
        }
    }
}
