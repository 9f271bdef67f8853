package io.sternway.sandbox.cluster.apply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Yaml;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.schema.BuiltInTypes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who owns which field after whose write. Outcomes are those of a real API server. */
class FieldManagerTest {
    private static final String NOW = "2026-01-01T00:00:00Z";
    private final FieldManager manager =
            new FieldManager(Objects.requireNonNull(BuiltInTypes.all().kind("apps/v1", "Deployment")), "apps/v1");

    private static ObjectNode deployment(String spec) {
        return Yaml.object(
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: d}, spec: " + spec + "}");
    }

    private ObjectNode apply(@Nullable ObjectNode live, ObjectNode config, String by) {
        return manager.apply(live, config, by, Subresource.MAIN, List.of("status"), false, NOW);
    }

    private ObjectNode force(ObjectNode live, ObjectNode config, String by) {
        return manager.apply(live, config, by, Subresource.MAIN, List.of("status"), true, NOW);
    }

    private ObjectNode update(@Nullable ObjectNode live, ObjectNode wanted, String by) {
        return manager.update(live, wanted, by, Subresource.MAIN, NOW);
    }

    private static JsonNode fields(ObjectNode object, String by) {
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            if (entry.path("manager").asText().equals(by)) {
                return entry.path("fieldsV1");
            }
        }
        return Yaml.node("null");
    }

    private static ApiFailure conflict(Runnable apply) {
        ApiFailure refused = assertThrows(ApiFailure.class, apply::run);
        assertEquals(409, refused.code());
        return refused;
    }

    @Test
    void an_applier_owns_exactly_what_he_applied() {
        ObjectNode live = apply(null, deployment("{replicas: 2, selector: {matchLabels: {app: web}}}"), "a");
        assertEquals(Yaml.node("{'f:spec': {'f:replicas': {}, 'f:selector': {}}}"), fields(live, "a"));
    }

    @Test
    void what_is_no_longer_applied_goes_and_its_ownership_with_it() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "a");
        ObjectNode next = apply(live, deployment("{replicas: 2}"), "a");
        assertFalse(next.path("spec").has("paused"));
        assertEquals(Yaml.node("{'f:spec': {'f:replicas': {}}}"), fields(next, "a"));
    }

    @Test
    void what_is_no_longer_applied_stays_while_somebody_else_owns_it() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "a");
        ObjectNode shared = apply(live, deployment("{paused: true}"), "b");
        ObjectNode next = apply(shared, deployment("{replicas: 2}"), "a");
        assertTrue(next.path("spec").path("paused").asBoolean());
        assertEquals(Yaml.node("{'f:spec': {'f:paused': {}}}"), fields(next, "b"));
    }

    @Test
    void what_nobody_owns_stays_when_another_field_goes() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "a");
        ((ObjectNode) live.get("spec")).put("progressDeadlineSeconds", 600);
        ObjectNode next = apply(live, deployment("{replicas: 2}"), "a");
        assertEquals(600, next.path("spec").path("progressDeadlineSeconds").asInt());
    }

    @Test
    @DisplayName("K4 a conflict names every field and its manager, and nothing is changed")
    void a_conflict_names_every_field_and_its_manager() {
        ObjectNode live = update(null, deployment("{replicas: 2, paused: true}"), "editor");
        ApiFailure refused = conflict(() -> apply(live, deployment("{replicas: 3, paused: false}"), "a"));
        assertEquals(
                "Apply failed with 2 conflicts: conflicts with \"editor\" using apps/v1:\n- .spec.paused\n- .spec.replicas",
                refused.getMessage());
        assertEquals(
                List.of(".spec.paused", ".spec.replicas"),
                Objects.requireNonNull(refused.details()).causes().stream()
                        .map(ApiFailure.Cause::field)
                        .toList());
    }

    @Test
    void a_single_conflict_is_worded_in_one_line() {
        ObjectNode live = apply(null, deployment("{replicas: 2}"), "b");
        ApiFailure refused = conflict(() -> apply(live, deployment("{replicas: 3}"), "a"));
        assertEquals("Apply failed with 1 conflict: conflict with \"b\": .spec.replicas", refused.getMessage());
    }

    @Test
    void the_same_value_is_no_conflict_but_shared() {
        ObjectNode live = apply(null, deployment("{replicas: 2}"), "b");
        ObjectNode next = apply(live, deployment("{replicas: 2}"), "a");
        assertEquals(fields(next, "a"), fields(next, "b"));
        conflict(() -> apply(next, deployment("{replicas: 3}"), "a"));
    }

    @Test
    @DisplayName("K4 force takes the fields over and leaves the others theirs")
    void force_takes_over() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "b");
        ObjectNode next = force(live, deployment("{replicas: 3}"), "a");
        assertEquals(3, next.path("spec").path("replicas").asInt());
        assertEquals(Yaml.node("{'f:spec': {'f:paused': {}}}"), fields(next, "b"));
    }

    @Test
    @DisplayName("K4 an update by another manager removes our ownership")
    void an_update_takes_ownership_away() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "a");
        ObjectNode edited = live.deepCopy();
        ((ObjectNode) edited.get("spec")).put("replicas", 5);
        ObjectNode next = update(live, edited, "kubectl-edit");
        assertEquals(Yaml.node("{'f:spec': {'f:paused': {}}}"), fields(next, "a"));
        assertEquals(Yaml.node("{'f:spec': {'f:replicas': {}}}"), fields(next, "kubectl-edit"));
    }

    @Test
    void an_update_that_removes_a_field_removes_it_from_all_owners() {
        ObjectNode live = apply(null, deployment("{replicas: 2, paused: true}"), "a");
        ObjectNode edited = live.deepCopy();
        ((ObjectNode) edited.get("spec")).remove("paused");
        assertEquals(Yaml.node("{'f:spec': {'f:replicas': {}}}"), fields(update(live, edited, "kubectl-edit"), "a"));
    }

    private static String containers(String containers) {
        return "{template: {spec: {containers: " + containers + "}}}";
    }

    @Test
    void items_of_keyed_lists_are_owned_and_merged_one_by_one() {
        ObjectNode live =
                apply(null, deployment(containers("[{name: c, image: 'i:1', env: [{name: A, value: '1'}]}]")), "a");
        ObjectNode sidecar = apply(live, deployment(containers("[{name: side, image: 's:1'}]")), "injector");
        ObjectNode env = apply(sidecar, deployment(containers("[{name: c, env: [{name: B, value: '2'}]}]")), "b");
        ObjectNode next = apply(env, deployment(containers("[{name: c, image: 'i:2'}]")), "a");
        JsonNode list = next.path("spec").path("template").path("spec").path("containers");
        assertEquals(
                Yaml.node("[{name: c, image: 'i:2', env: [{name: B, value: '2'}]}, {name: side, image: 's:1'}]"), list);
    }

    @Test
    void the_order_of_items_is_the_appliers() {
        String abc = "[{name: c, env: [{name: A, value: '1'}, {name: B, value: '1'}, {name: C, value: '1'}]}]";
        String cab = "[{name: c, env: [{name: C, value: '1'}, {name: A, value: '1'}, {name: B, value: '1'}]}]";
        ObjectNode live = apply(null, deployment(containers(abc)), "a");
        ObjectNode next = apply(live, deployment(containers(cab)), "a");
        assertEquals(
                Yaml.node(cab), next.path("spec").path("template").path("spec").path("containers"));
    }

    @Test
    void ports_are_told_apart_with_their_default_protocol() {
        ObjectNode live = apply(null, deployment(containers("[{name: c, ports: [{containerPort: 80}]}]")), "a");
        ((ObjectNode) live.at("/spec/template/spec/containers/0/ports/0")).put("protocol", "TCP");
        ObjectNode next = apply(
                live,
                deployment(containers(
                        "[{name: c, ports: [{containerPort: 80, name: web}, {containerPort: 80, protocol: UDP}]}]")),
                "a");
        assertEquals(
                Yaml.node("[{containerPort: 80, protocol: TCP, name: web}, {containerPort: 80, protocol: UDP}]"),
                next.at("/spec/template/spec/containers/0/ports"));
    }

    @Test
    void atomic_values_are_owned_and_replaced_as_a_whole() {
        ObjectNode live = apply(null, deployment("{selector: {matchLabels: {a: b, c: d}}}"), "a");
        ObjectNode next = apply(live, deployment("{selector: {matchLabels: {a: b}}}"), "a");
        assertEquals(Yaml.node("{matchLabels: {a: b}}"), next.at("/spec/selector"));
        conflict(() -> apply(next, deployment("{selector: {matchLabels: {x: y}}}"), "b"));
    }

    @Test
    void items_of_sets_are_owned_one_by_one() {
        ObjectNode one = deployment("{}");
        ((ObjectNode) one.get("metadata")).putArray("finalizers").add("a.io/x");
        ObjectNode other = deployment("{}");
        ((ObjectNode) other.get("metadata")).putArray("finalizers").add("b.io/y");
        ObjectNode live = apply(apply(null, one, "a"), other, "b");
        assertEquals(Yaml.node("[a.io/x, b.io/y]"), live.at("/metadata/finalizers"));
        ObjectNode next = apply(live, deployment("{}"), "a");
        assertEquals(Yaml.node("[b.io/y]"), next.at("/metadata/finalizers"));
    }

    @Test
    @DisplayName("K4 entries of others moved into ours by a JSON patch make the next apply remove what is left over")
    void migrated_ownership_removes_leftovers() {
        ObjectNode live = apply(null, deployment("{replicas: 2}"), "ours");
        ObjectNode edited = live.deepCopy();
        ((ObjectNode) edited.get("spec")).put("paused", true);
        ObjectNode paused = update(live, edited, "kubectl-rollout");
        ObjectNode untouched = apply(paused, deployment("{replicas: 2}"), "ours");
        assertTrue(untouched.at("/spec/paused").asBoolean());

        ObjectNode migrated = paused.deepCopy();
        ObjectNode ours = (ObjectNode) migrated.at("/metadata/managedFields/0");
        ours.set("fieldsV1", Yaml.node("{'f:spec': {'f:replicas': {}, 'f:paused': {}}}"));
        ((ObjectNode) migrated.get("metadata")).putArray("managedFields").add(ours);
        ObjectNode patched = update(paused, migrated, "ours-migration");
        assertEquals(Yaml.node("null"), fields(patched, "kubectl-rollout"));
        assertEquals(Yaml.node("null"), fields(patched, "ours-migration"));
        assertFalse(
                apply(patched, deployment("{replicas: 2}"), "ours").at("/spec").has("paused"));
    }

    @Test
    void a_scale_is_recorded_only_where_somebody_owned_replicas() {
        ObjectNode owned = apply(null, deployment("{replicas: 2}"), "a");
        ObjectNode scaled = owned.deepCopy();
        ((ObjectNode) scaled.get("spec")).put("replicas", 4);
        ObjectNode next = manager.update(owned, scaled, "hpa", Subresource.SCALE, NOW);
        ApiFailure refused = conflict(() -> apply(next, deployment("{replicas: 2}"), "a"));
        assertTrue(String.valueOf(refused.getMessage()).contains("\"hpa\" with subresource \"scale\" using apps/v1"));

        ObjectNode unowned = apply(null, deployment("{paused: true}"), "a");
        ObjectNode up = unowned.deepCopy();
        ((ObjectNode) up.get("spec")).put("replicas", 4);
        assertEquals(Yaml.node("null"), fields(manager.update(unowned, up, "hpa", Subresource.SCALE, NOW), "hpa"));
    }

    @Test
    void the_same_apply_again_changes_nothing() {
        ObjectNode config = deployment(containers("[{name: c, image: 'i:1', ports: [{containerPort: 80}]}]"));
        ObjectNode live = apply(null, config, "a");
        assertEquals(
                live, manager.apply(live, config, "a", Subresource.MAIN, List.of(), false, "2026-02-02T00:00:00Z"));
    }

    @Test
    void what_was_there_before_the_first_apply_belongs_to_a_manager_of_its_own() {
        ObjectNode live = deployment("{replicas: 2}");
        ApiFailure refused = conflict(() -> apply(live, deployment("{replicas: 3}"), "a"));
        assertTrue(String.valueOf(refused.getMessage()).contains("\"before-first-apply\" using apps/v1"));
    }

    @Test
    @DisplayName("X4 a value that does not fit is told by its path")
    void a_value_that_does_not_fit_is_told_by_its_path() {
        ObjectNode wrong =
                deployment("{x: 1, replicas: a, template: {spec: {containers: [{name: c, imagee: i}, {name: c}]}}}");
        assertEquals(
                List.of(
                        ".spec.replicas: expected numeric (int or float), got string",
                        ".spec.template.spec.containers[name=\"c\"].imagee: field not declared in schema",
                        ".spec.template.spec.containers: duplicate entries for key [name=\"c\"]",
                        ".spec.x: field not declared in schema"),
                TypeCheck.faults(Objects.requireNonNull(BuiltInTypes.all().kind("apps/v1", "Deployment")), wrong));
    }
}
