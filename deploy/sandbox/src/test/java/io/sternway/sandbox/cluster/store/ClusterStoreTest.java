package io.sternway.sandbox.cluster.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Yaml;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.model.Write;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClusterStoreTest {
    private final ClusterStore store =
            new ClusterStore(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC), 16);

    private static ObjectNode configMap(String name, String value) {
        return Yaml.object("{metadata: {name: " + name + ", namespace: default}, data: {a: '" + value + "'}}");
    }

    private static ObjectNode deployment(String name) {
        return Yaml.object(
                "{metadata: {name: " + name + ", namespace: default}, spec: {selector: {matchLabels: {a: b}},"
                        + " template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: 'i:1'}]}}}}");
    }

    private ObjectNode get(ResourceKind kind, String name) {
        return Objects.requireNonNull(store.get(kind, "default", name));
    }

    private ObjectNode update(ResourceKind kind, ObjectNode object) {
        return store.change(
                kind, Subresource.MAIN, Meta.namespace(object), Meta.name(object), live -> object, Write.by("m"));
    }

    private ApiFailure refused(int code, Runnable write) {
        long before = store.resourceVersion();
        ApiFailure refused = assertThrows(ApiFailure.class, write::run);
        assertEquals(code, refused.code(), refused.getMessage());
        assertEquals(before, store.resourceVersion());
        return refused;
    }

    @Test
    void every_write_has_a_higher_version_and_one_that_changes_nothing_has_none() {
        ObjectNode first = store.create(BuiltIn.CONFIG_MAPS, configMap("c", "1"), "m");
        ObjectNode same = update(BuiltIn.CONFIG_MAPS, configMap("c", "1"));
        assertEquals(Meta.resourceVersion(first), Meta.resourceVersion(same));
        ObjectNode next = update(BuiltIn.CONFIG_MAPS, configMap("c", "2"));
        assertTrue(Long.parseLong(Meta.resourceVersion(next)) > Long.parseLong(Meta.resourceVersion(first)));
        assertEquals(Meta.uid(first), Meta.uid(next));
    }

    @Test
    void a_stale_version_or_another_uid_is_a_conflict() {
        ObjectNode first = store.create(BuiltIn.CONFIG_MAPS, configMap("c", "1"), "m");
        update(BuiltIn.CONFIG_MAPS, configMap("c", "2"));
        ObjectNode stale = first.deepCopy();
        stale.putObject("data").put("a", "3");
        ApiFailure refused = refused(409, () -> update(BuiltIn.CONFIG_MAPS, stale));
        assertTrue(Objects.requireNonNull(refused.details()).causes().isEmpty());
        ObjectNode other = configMap("c", "3");
        Meta.of(other).put("uid", "other");
        refused(409, () -> update(BuiltIn.CONFIG_MAPS, other));
    }

    @Test
    void a_generation_counts_changes_of_the_spec_only() {
        store.create(BuiltIn.DEPLOYMENTS, deployment("d"), "m");
        store.edit(
                BuiltIn.DEPLOYMENTS,
                Subresource.STATUS,
                "default",
                "d",
                "c",
                d -> d.withObject("status").put("observedGeneration", 1));
        store.edit(
                BuiltIn.DEPLOYMENTS,
                Subresource.MAIN,
                "default",
                "d",
                "m",
                d -> Meta.of(d).putObject("labels").put("x", "y"));
        assertEquals(1, Meta.generation(get(BuiltIn.DEPLOYMENTS, "d")));
        store.edit(
                BuiltIn.DEPLOYMENTS,
                Subresource.MAIN,
                "default",
                "d",
                "m",
                d -> d.withObject("spec").put("replicas", 3));
        assertEquals(2, Meta.generation(get(BuiltIn.DEPLOYMENTS, "d")));
    }

    @Test
    void a_write_of_one_part_leaves_the_other_as_it_is() {
        store.create(BuiltIn.DEPLOYMENTS, deployment("d"), "m");
        store.edit(BuiltIn.DEPLOYMENTS, Subresource.STATUS, "default", "d", "c", d -> {
            d.withObject("status").put("replicas", 1);
            d.withObject("spec").put("replicas", 9);
        });
        ObjectNode wanted = get(BuiltIn.DEPLOYMENTS, "d").deepCopy();
        assertEquals(1, wanted.at("/spec/replicas").asInt());
        wanted.remove("status");
        update(BuiltIn.DEPLOYMENTS, wanted);
        assertEquals(1, get(BuiltIn.DEPLOYMENTS, "d").at("/status/replicas").asInt());
    }

    @Test
    void an_object_with_finalizers_goes_when_the_last_one_is_removed() {
        ObjectNode object = configMap("c", "1");
        Meta.of(object).putArray("finalizers").add("x.io/y");
        store.create(BuiltIn.CONFIG_MAPS, object, "m");
        ObjectNode marked = store.delete(BuiltIn.CONFIG_MAPS, "default", "c", DeleteOptions.background())
                .object();
        assertTrue(Meta.deleting(marked));
        assertNotNull(store.get(BuiltIn.CONFIG_MAPS, "default", "c"));
        store.edit(
                BuiltIn.CONFIG_MAPS,
                Subresource.MAIN,
                "default",
                "c",
                "m",
                c -> Meta.of(c).remove("finalizers"));
        assertNull(store.get(BuiltIn.CONFIG_MAPS, "default", "c"));
    }

    @Test
    void a_delete_with_another_uid_or_version_deletes_nothing() {
        store.create(BuiltIn.CONFIG_MAPS, configMap("c", "1"), "m");
        refused(
                409,
                () -> store.delete(
                        BuiltIn.CONFIG_MAPS,
                        "default",
                        "c",
                        DeleteOptions.background().withUid("other")));
        assertNotNull(store.get(BuiltIn.CONFIG_MAPS, "default", "c"));
    }

    @Test
    void a_pod_on_a_node_is_given_time_and_another_is_not() {
        String pod = "{metadata: {name: %s, namespace: default}, spec: {containers: [{name: c, image: i}]%s}}";
        store.create(BuiltIn.PODS, Yaml.object(pod.formatted("p", ", nodeName: n")), "m");
        store.create(BuiltIn.PODS, Yaml.object(pod.formatted("q", "")), "m");
        store.delete(BuiltIn.PODS, "default", "p", DeleteOptions.background());
        store.delete(BuiltIn.PODS, "default", "q", DeleteOptions.background());
        assertEquals(
                "2026-01-01T00:00:30Z",
                get(BuiltIn.PODS, "p").at("/metadata/deletionTimestamp").asText());
        assertNull(store.get(BuiltIn.PODS, "default", "q"));
        store.delete(BuiltIn.PODS, "default", "p", DeleteOptions.now());
        assertNull(store.get(BuiltIn.PODS, "default", "p"));
    }

    @Test
    void a_terminating_namespace_takes_updates_and_nothing_new() {
        store.create(BuiltIn.NAMESPACES, Yaml.object("{metadata: {name: n}}"), "m");
        ObjectNode inside = Yaml.object("{metadata: {name: c, namespace: n}}");
        store.create(BuiltIn.CONFIG_MAPS, inside, "m");
        store.delete(BuiltIn.NAMESPACES, "", "n", DeleteOptions.background());
        ApiFailure refused = refused(
                403, () -> store.create(BuiltIn.CONFIG_MAPS, Yaml.object("{metadata: {name: d, namespace: n}}"), "m"));
        assertEquals(
                "NamespaceTerminating",
                Objects.requireNonNull(refused.details()).causes().get(0).reason());
        inside.putObject("data").put("a", "1");
        update(BuiltIn.CONFIG_MAPS, inside);
        store.edit(
                BuiltIn.NAMESPACES,
                Subresource.FINALIZE,
                "",
                "n",
                "c",
                n -> n.withObject("spec").remove("finalizers"));
        assertNull(store.get(BuiltIn.NAMESPACES, "", "n"));
    }

    @Test
    void a_missing_namespace_is_not_found() {
        ApiFailure refused = refused(
                404,
                () -> store.create(BuiltIn.CONFIG_MAPS, Yaml.object("{metadata: {name: d, namespace: nope}}"), "m"));
        assertEquals("namespaces \"nope\" not found", refused.getMessage());
    }

    @Test
    void a_dry_run_says_what_would_be_and_stores_nothing() {
        long before = store.resourceVersion();
        ClusterStore.Applied tried = store.apply(
                BuiltIn.CONFIG_MAPS,
                Subresource.MAIN,
                "default",
                Yaml.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}"),
                false,
                new Write("m", true));
        assertTrue(tried.created());
        assertEquals(before, store.resourceVersion());
        assertNull(store.get(BuiltIn.CONFIG_MAPS, "default", "c"));
    }

    @Test
    void listeners_hear_changes_in_order_and_may_not_write() {
        List<String> heard = new ArrayList<>();
        store.subscribe(event -> heard.add(event.type() + " " + event.resourceVersion()));
        ObjectNode made = store.create(BuiltIn.CONFIG_MAPS, configMap("c", "1"), "m");
        store.delete(BuiltIn.CONFIG_MAPS, "default", "c", DeleteOptions.background());
        long version = Long.parseLong(Meta.resourceVersion(made));
        assertEquals(List.of("ADDED " + version, "DELETED " + (version + 1)), heard);
        Subscription bad = store.subscribe(event -> store.create(BuiltIn.CONFIG_MAPS, configMap("x", "1"), "m"));
        assertThrows(IllegalStateException.class, () -> store.create(BuiltIn.CONFIG_MAPS, configMap("d", "1"), "m"));
        bad.close();
    }

    @Test
    void a_watch_starts_in_the_past_as_far_as_history_reaches() {
        long start = store.resourceVersion();
        store.create(BuiltIn.CONFIG_MAPS, configMap("c", "1"), "m");
        List<Change> heard = new ArrayList<>();
        store.watch(BuiltIn.CONFIG_MAPS, start, heard::add).close();
        assertEquals(1, heard.size());
        for (int i = 0; i < 20; i++) {
            update(BuiltIn.CONFIG_MAPS, configMap("c", "v" + i));
        }
        ApiFailure gone = assertThrows(ApiFailure.class, () -> store.watch(BuiltIn.CONFIG_MAPS, start, heard::add));
        assertEquals(410, gone.code());
        store.watch(BuiltIn.CONFIG_MAPS, store.resourceVersion(), heard::add).close();
    }

    @Test
    void what_is_stored_is_not_what_was_handed_in() {
        ObjectNode mine = configMap("c", "1");
        store.create(BuiltIn.CONFIG_MAPS, mine, "m");
        mine.putObject("data").put("a", "changed");
        assertEquals("1", get(BuiltIn.CONFIG_MAPS, "c").at("/data/a").asText());
        assertSame(get(BuiltIn.CONFIG_MAPS, "c"), get(BuiltIn.CONFIG_MAPS, "c"));
    }

    @Test
    void a_job_gets_the_selector_that_only_its_own_pods_have() {
        ObjectNode job = store.create(
                BuiltIn.JOBS,
                Yaml.object("{metadata: {name: j, namespace: default}, spec: {template: {spec: {restartPolicy: Never,"
                        + " containers: [{name: c, image: i}]}}}}"),
                "m");
        assertEquals(
                Meta.uid(job),
                job.at("/spec/selector/matchLabels/batch.kubernetes.io~1controller-uid")
                        .asText());
        ObjectNode changed = job.deepCopy();
        ((ObjectNode) changed.at("/spec/template/spec/containers/0")).put("image", "j");
        ApiFailure refused = refused(422, () -> update(BuiltIn.JOBS, changed));
        assertTrue(String.valueOf(refused.getMessage()).endsWith("field is immutable"));
        assertTrue(Meta.deleting(store.delete(
                        BuiltIn.JOBS, "default", "j", new DeleteOptions(Propagation.DEFAULT, null, null, null, false))
                .object()));
        assertFalse(get(BuiltIn.JOBS, "j").at("/metadata/finalizers").isEmpty());
    }

    @Test
    void a_service_keeps_its_address_through_changes_of_its_type() {
        String service = "{metadata: {name: s, namespace: default}, spec: {type: %s, ports: [{port: 80}]}}";
        ObjectNode made = store.create(BuiltIn.SERVICES, Yaml.object(service.formatted("ClusterIP")), "m");
        ObjectNode open = update(BuiltIn.SERVICES, Yaml.object(service.formatted("NodePort")));
        assertEquals(made.at("/spec/clusterIP"), open.at("/spec/clusterIP"));
        assertTrue(open.at("/spec/ports/0/nodePort").asInt() >= 30_000);
        ObjectNode closed = update(BuiltIn.SERVICES, Yaml.object(service.formatted("ClusterIP")));
        assertTrue(closed.at("/spec/ports/0/nodePort").isMissingNode());
        assertTrue(closed.at("/spec/externalTrafficPolicy").isMissingNode());
    }
}
