package io.sternway.watcher.app.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.app.observe.ObserveCluster.Before;
import io.sternway.watcher.app.observe.TargetObservation.ObjectObservation;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.PollIntervals;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObserveClusterTest {

    private static final ResourceKind DEPLOYMENT = new ResourceKind("apps/v1", "Deployment", "deployments");
    private static final ResourceKind WIDGET = new ResourceKind("example.com/v1", "Widget", "widgets");
    private static final ResourceKind CONFIG_MAP = new ResourceKind("v1", "ConfigMap", "configmaps");
    private static final ResourceKind SECRET = new ResourceKind("v1", "Secret", "secrets");
    private static final Map<String, Object> READY =
            Map.of("observedGeneration", 0, "replicas", 1, "updatedReplicas", 1, "availableReplicas", 1);
    private static final Map<String, Object> NOT_READY = Map.of("observedGeneration", 0);

    private final FakeClusters clusters = new FakeClusters();
    private final ObserveCluster looks =
            new ObserveCluster(clusters, new Readiness(Duration.ofSeconds(5)), Runnable::run);

    @Test
    @Tag("H2")
    @DisplayName("H2 one LIST for each kind, however many targets there are, not older than the newest applied")
    void oneListForEachKind() {
        clusters.add(DEPLOYMENT, "a", READY);
        clusters.add(DEPLOYMENT, "b", READY);
        clusters.add(CONFIG_MAP, "c", Map.of());

        ClusterObservation look = look(
                target("one", object(DEPLOYMENT, "a", "9"), object(CONFIG_MAP, "c", "30")),
                target("two", object(DEPLOYMENT, "b", "10")));

        assertEquals(List.of("LIST deployments from 10", "LIST configmaps from 30"), clusters.asked);
        assertEquals(List.of("Current", "Current"), words(look, 0));
        assertEquals(List.of("Current"), words(look, 1));
    }

    @ParameterizedTest(name = "answered the last time: {0}")
    @CsvSource({"false,1", "true,0"})
    @Tag("H2")
    @DisplayName("H2 kinds are listed at the same time, once it is known that the cluster answers")
    void kindsAreListedSideBySide(boolean answered, int alone) {
        clusters.add(DEPLOYMENT, "a", READY);
        clusters.add(CONFIG_MAP, "c", Map.of());
        clusters.add(WIDGET, "w", Map.of());
        List<Integer> askedAtFirst = new ArrayList<>();
        ObserveCluster sideBySide = new ObserveCluster(clusters, new Readiness(Duration.ZERO), call -> {
            askedAtFirst.add(clusters.asked.size());
            call.run();
        });

        sideBySide.look(
                "eu-1",
                List.of(target(
                        "one", object(DEPLOYMENT, "a", "1"), object(CONFIG_MAP, "c", "1"), object(WIDGET, "w", "1"))),
                new Before(Map.of(), false, answered),
                any -> Duration.ZERO);

        assertEquals(3, clusters.asked.size());
        assertEquals(alone, askedAtFirst.get(0), "how many were listed before one was handed to another thread");
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 what was seen once is not unseen: a later listing is at least as new; once in a while consistent")
    void listingsDoNotGoBack() {
        clusters.add(DEPLOYMENT, "a", READY);
        WatchedTarget target = target("one", object(DEPLOYMENT, "a", "9"));

        ClusterObservation first = look(target);
        clusters.asked.clear();
        looks.look("eu-1", List.of(target), new Before(first.newest(), false, true), any -> Duration.ZERO);
        looks.look("eu-1", List.of(target), new Before(first.newest(), true, true), any -> Duration.ZERO);

        assertEquals(List.of("LIST deployments from 70", "LIST deployments"), clusters.asked);
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 Pods are read by selector for workloads that are not ready, the whole namespace from the third on")
    void podsAreReadWhereWorkloadsAreNotReady() {
        for (String name : List.of("a", "b", "c", "d")) {
            clusters.add(DEPLOYMENT, name, name.equals("a") ? READY : NOT_READY);
        }
        clusters.add(DEPLOYMENT, "e", NOT_READY);

        ClusterObservation look = look(target(
                "one",
                object(DEPLOYMENT, "a", "1"),
                object(DEPLOYMENT, "b", "1"),
                object(DEPLOYMENT, "c", "1"),
                object(DEPLOYMENT, "d", "1"),
                object(DEPLOYMENT, "e", "1")));

        assertEquals(
                List.of(
                        "LIST deployments from 1",
                        "LIST replicasets in shop of app=web",
                        "LIST pods in shop of app=web",
                        "LIST replicasets in shop of app=web",
                        "LIST pods in shop of app=web",
                        "LIST replicasets in shop",
                        "LIST pods in shop"),
                clusters.asked);
        assertEquals(Set.of("shop"), look.unready());
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 an object whose label was taken away is asked for by name before it is called NotFound")
    void aMissingObjectIsAskedForByName() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        clusters.unlabelled.add("c");

        ClusterObservation look = look(target("one", object(CONFIG_MAP, "c", "1"), object(CONFIG_MAP, "gone", "1")));

        assertEquals(List.of("Current", "NotFound"), words(look, 0));
        assertTrue(clusters.asked.contains("GET configmaps gone"));
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 a kind that may not be listed is Unknown, naming the permission; the cluster is reached")
    void aForbiddenKindIsUnknown() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        clusters.failures.put("deployments", ClusterFailure.ofStatus(403, "cannot list deployments.apps"));

        ClusterObservation look =
                look(target("one", object(DEPLOYMENT, "a", "1")), target("two", object(CONFIG_MAP, "c", "1")));

        assertTrue(look.reached());
        assertEquals(List.of("Unknown Forbidden"), words(look, 0));
        assertEquals(
                "cannot list deployments.apps",
                look.targets().get(0).objects().get(0).assessment().message());
        assertFalse(look.targets().get(0).readable());
        assertTrue(look.targets().get(1).readable());
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 a cluster that does not answer is not asked further; every object is Unknown, none failed")
    void anUnreachableClusterIsNotAskedFurther() {
        ClusterFailure failure = ClusterFailure.ofStatus(429, "too many requests");
        clusters.failures.put("all", failure);

        ClusterObservation look = look(target("one", object(DEPLOYMENT, "a", "1"), object(CONFIG_MAP, "c", "1")));

        assertEquals(failure, look.failure());
        assertEquals(List.of("Unknown Throttled", "Unknown Throttled"), words(look, 0));
        assertEquals(1, clusters.asked.size());
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 if nothing at all can be read the cluster was not reached; a kind that is gone is NotFound")
    void ifNothingCanBeReadTheClusterWasNotReached() {
        clusters.failures.put("deployments", ClusterFailure.ofStatus(503, "unavailable"));
        assertEquals(
                ClusterFailure.ofStatus(503, "unavailable"),
                look(target("one", object(DEPLOYMENT, "a", "1"))).failure());

        clusters.failures.put("widgets", ClusterFailure.ofStatus(404, "the server could not find the resource"));
        ClusterObservation look = look(target("one", object(WIDGET, "a", "1")));
        assertTrue(look.reached());
        assertEquals(List.of("NotFound"), words(look, 0));
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 a 404 that a proxy answers for an API server that is away is no evidence")
    void aNotFoundOfSomethingOnTheWayIsNoEvidence() {
        ClusterFailure proxy = ClusterFailure.ofStatus(404, "default backend");
        clusters.failures.put("deployments", proxy);
        assertFalse(look(target("one", object(DEPLOYMENT, "a", "1"))).reached());

        clusters.failures.put("widgets", proxy);
        clusters.failures.put("life", proxy);
        assertFalse(look(target("one", object(WIDGET, "a", "1"))).reached());
    }

    @Test
    @Tag("H1")
    @DisplayName(
            "H1 a cluster where nothing is held, or only Secrets, must prove that it is alive; Secrets are not read")
    void lifeIsProvedWhereNothingIsRead() {
        assertTrue(look().reached());
        assertEquals(List.of("Current NotRead"), words(look(target("one", object(SECRET, "password", "1"))), 0));
        assertEquals(List.of("LIFE", "LIFE"), clusters.asked);

        clusters.failures.put("life", ClusterFailure.ofStatus(401, "no"));
        assertFalse(look().reached());
    }

    private ClusterObservation look(WatchedTarget... targets) {
        return looks.look("eu-1", List.of(targets), new Before(Map.of(), false, false), any -> Duration.ZERO);
    }

    private static WatchedTarget target(String name, WatchedObject... objects) {
        PollIntervals pace = new PollIntervals(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(5));
        return new WatchedTarget("shop", name, "eu-1", 1, List.of(objects), pace);
    }

    private static WatchedObject object(ResourceKind kind, String name, String version) {
        return new WatchedObject(kind, "shop", name, "uid-" + name, 0, version);
    }

    private static List<String> words(ClusterObservation look, int target) {
        return look.targets().get(target).objects().stream()
                .map(ObjectObservation::assessment)
                .map(seen -> seen.reason() == null ? seen.status().name() : seen.status() + " " + seen.reason())
                .toList();
    }
}
