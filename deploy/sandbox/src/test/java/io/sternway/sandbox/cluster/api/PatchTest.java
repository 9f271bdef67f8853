package io.sternway.sandbox.cluster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Yaml;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.schema.BuiltInTypes;
import io.sternway.sandbox.cluster.schema.Type;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PatchTest {
    private final Type deployment = Objects.requireNonNull(BuiltInTypes.all().kind("apps/v1", "Deployment"));

    @Test
    void a_json_patch_does_its_operations_in_order() {
        ObjectNode object = Yaml.object("{a: {b: [1, 2]}, 'x/y': 1}");
        assertEquals(
                Yaml.node("{a: {b: [1, 9, 2, 3]}, c: 1}"),
                JsonPatch.apply(
                        object,
                        Yaml.node("[{op: test, path: /a/b/0, value: 1}, {op: add, path: /a/b/1, value: 9},"
                                + " {op: add, path: /a/b/-, value: 3}, {op: move, from: /x~1y, path: /c}]")));
        assertEquals(Yaml.object("{a: {b: [1, 2]}, 'x/y': 1}"), object);
    }

    @Test
    void a_json_patch_whose_test_fails_is_refused_as_a_whole() {
        ObjectNode object = Yaml.object("{metadata: {resourceVersion: '7'}}");
        ApiFailure refused = assertThrows(
                ApiFailure.class,
                () -> JsonPatch.apply(object, Yaml.node("[{op: test, path: /metadata/resourceVersion, value: '6'}]")));
        assertEquals(422, refused.code());
        assertEquals("the server rejected our request due to an error in our request", refused.getMessage());
    }

    @Test
    void a_merge_patch_replaces_lists_and_null_removes() {
        assertEquals(
                Yaml.node("{a: {c: 2}, l: [3]}"),
                MergePatch.apply(Yaml.object("{a: {b: 1, c: 2}, l: [1, 2]}"), Yaml.node("{a: {b: null}, l: [3]}")));
    }

    @Test
    void a_strategic_patch_merges_lists_by_their_keys() {
        ObjectNode object = Yaml.object(
                "{spec: {template: {spec: {containers: [{name: c, image: 'i:1', args: [a]}, {name: d, image: x}]}}}}");
        String patch = "{spec: {template: {spec: {containers:"
                + " [{name: c, image: 'i:2', args: [b]}, {$patch: delete, name: d}, {name: e, image: y}]}}}}";
        assertEquals(
                Yaml.node("[{name: c, image: 'i:2', args: [b]}, {name: e, image: y}]"),
                StrategicPatch.apply(deployment, object, Yaml.node(patch)).at("/spec/template/spec/containers"));
    }

    @Test
    void a_strategic_patch_retains_only_the_keys_that_it_names() {
        ObjectNode object = Yaml.object("{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}}");
        assertEquals(
                Yaml.node("{type: Recreate}"),
                StrategicPatch.apply(
                                deployment,
                                object,
                                Yaml.node("{spec: {strategy: {$retainKeys: [type], type: Recreate}}}"))
                        .at("/spec/strategy"));
    }
}
