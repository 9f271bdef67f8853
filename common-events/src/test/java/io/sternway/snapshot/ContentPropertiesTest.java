package io.sternway.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;
import static org.quicktheories.generators.SourceDSL.strings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.events.EventJson;
import io.sternway.settings.ApplyOptions.HelmHooks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("K0")
class ContentPropertiesTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    @DisplayName("K0 canonical JSON is JSON of the same value, and its own canonical form")
    void canonicalJsonIsStable() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            JsonNode value = value(new Random(seed), 4);
            String canonical = CanonicalJson.write(value);
            assertEquals(canonical, CanonicalJson.write(parse(canonical)));
            assertEquals(canonical, CanonicalJson.write(parse(value.toString())));
        });
    }

    @Test
    @DisplayName("K0 canonical JSON does not depend on the order of members")
    void canonicalJsonIgnoresTheOrderOfMembers() {
        qt().forAll(longs().all(), longs().all()).checkAssert((seed, shuffle) -> {
            JsonNode value = value(new Random(seed), 4);
            assertEquals(CanonicalJson.write(value), CanonicalJson.write(shuffled(value, new Random(shuffle))));
        });
    }

    @Test
    @DisplayName("K0 a number that is a double keeps its value through canonical JSON")
    void doublesKeepTheirValue() {
        qt().forAll(longs().all())
                .assuming(bits -> Double.isFinite(Double.longBitsToDouble(bits)))
                .checkAssert(bits -> {
                    double value = Double.longBitsToDouble(bits);
                    String canonical = CanonicalJson.write(NODES.numberNode(value));
                    assertEquals(value + 0.0, Double.parseDouble(canonical));
                });
    }

    @Test
    @DisplayName("K0 normalising what is normalised changes nothing")
    void normalisingIsIdempotent() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            List<JsonNode> manifests = manifests(new Random(seed));
            Normalisation.Result once = Manifests.normalise(HelmHooks.Ignore, manifests);
            assertEquals(List.of(), once.faults());
            Normalisation.Result twice =
                    Manifests.normalise(HelmHooks.Ignore, once.content().objects());
            assertEquals(List.of(), twice.faults());
            assertEquals(once.content(), twice.content());
            Collections.shuffle(manifests, new Random(seed));
            assertEquals(
                    once.content(),
                    Manifests.normalise(HelmHooks.Ignore, manifests).content(),
                    "the order makes no difference");
        });
    }

    @Test
    @DisplayName("Bad input: whatever is handed in, normalising answers with content or faults")
    void normalisingNeverThrows() {
        qt().forAll(longs().all()).checkAssert(seed -> {
            Random random = new Random(seed);
            List<JsonNode> manifests = manifests(random);
            for (JsonNode manifest : manifests) {
                damage(manifest, random);
            }
            Normalisation.Result result = Manifests.normalise(HelmHooks.Refuse, manifests);
            Snapshot.of(result.content().objects())
                    .resolve("c", Map.of())
                    .snapshot()
                    .hash();
        });
    }

    @Test
    @DisplayName("Section 1: text between placeholders is kept, whatever it is; escaped text is resolved to itself")
    void placeholdersKeepWhatIsAround() {
        qt().forAll(
                        strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 20),
                        strings().betweenCodePoints('!', '~').ofLengthBetween(0, 20),
                        integers().between(0, 99))
                .assuming((before, after, number) -> !before.contains("$") && !after.contains("$"))
                .checkAssert((before, after, number) -> {
                    String label = "v" + number + "$1\\";
                    String text = before + "${cluster.name}${cluster.labels.a/b}" + after + "$${cluster.name}";
                    List<Fault> faults = new ArrayList<>();
                    JsonNode resolved = Placeholders.resolve(
                            NODES.textNode(text), "eu", Map.of("a/b", label), FieldPath.root(), faults);
                    assertEquals(List.of(), faults);
                    assertEquals(before + "eu" + label + after + "${cluster.name}", resolved.textValue());
                });
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextLong());
            case 3 -> NODES.numberNode(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
            case 4 -> NODES.numberNode(random.nextInt(100));
            case 5, 6 -> NODES.textNode(text(random));
            case 7 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.set(text(random), value(random, depth - 1));
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        String alphabet = "aB\"\\/\n\t\u0000\u0001ü€\u2028";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return random.nextInt(8) == 0 ? text + "😀" : text.toString();
    }

    private static JsonNode shuffled(JsonNode value, Random random) {
        if (value.isObject()) {
            List<Map.Entry<String, JsonNode>> members = new ArrayList<>(value.properties());
            Collections.shuffle(members, random);
            ObjectNode object = NODES.objectNode();
            members.forEach(member -> object.set(member.getKey(), shuffled(member.getValue(), random)));
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = NODES.arrayNode();
            value.forEach(item -> array.add(shuffled(item, random)));
            return array;
        }
        return value;
    }

    /** Valid manifests with arbitrary parts left out that normalising fills in. */
    private static List<JsonNode> manifests(Random random) {
        List<JsonNode> manifests = new ArrayList<>();
        String[] kinds = {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"};
        for (int i = random.nextInt(4); i >= 0; i--) {
            String kind = kinds[random.nextInt(kinds.length)];
            ObjectNode workload = NODES.objectNode();
            workload.put("apiVersion", "apps/v1").put("kind", kind);
            metadata(workload, "w" + i, random);
            ObjectNode spec = workload.putObject("spec");
            ObjectNode template = spec.putObject("template");
            metadata(template, null, random);
            ObjectNode pod = template.putObject("spec");
            pod.putArray("containers").addObject().put("name", "c").put("image", "i");
            if (random.nextBoolean()) {
                pod.put(
                        random.nextBoolean() ? "serviceAccount" : "serviceAccountName",
                        random.nextBoolean() ? "" : "robot");
            }
            String strategy = kind.equals("Deployment") ? "strategy" : "updateStrategy";
            if (!kind.equals("ReplicaSet") && random.nextBoolean()) {
                ObjectNode written = spec.putObject(strategy);
                if (random.nextBoolean()) {
                    written.put("type", "RollingUpdate");
                }
                if (random.nextBoolean()) {
                    written.putObject("rollingUpdate")
                            .put(kind.equals("StatefulSet") ? "partition" : "maxUnavailable", 1);
                }
            }
            manifests.add(workload);
        }
        ObjectNode widget = NODES.objectNode();
        widget.put("apiVersion", "example.org/v1").put("kind", "Widget");
        metadata(widget, "widget", random);
        widget.putObject("spec").putNull("nothing").put("number", random.nextDouble());
        manifests.add(widget);
        return manifests;
    }

    private static void metadata(ObjectNode object, @Nullable String name, Random random) {
        ObjectNode metadata = object.putObject("metadata");
        if (name != null) {
            metadata.put("name", name);
        }
        if (name != null && random.nextBoolean()) {
            metadata.put("namespace", "shop");
        }
        if (random.nextBoolean()) {
            metadata.putNull("creationTimestamp").put("uid", "x").put("resourceVersion", "1");
        }
        if (random.nextBoolean()) {
            metadata.putObject("annotations").put("kubectl.kubernetes.io/last-applied-configuration", "{}");
        }
        if (random.nextBoolean()) {
            metadata.putObject("labels");
        }
        object.putObject("status");
        if (name == null) {
            object.remove("status");
        }
    }

    /** Replaces some values by others of any type. */
    private static void damage(JsonNode node, Random random) {
        if (node instanceof ObjectNode object) {
            for (String name : new ArrayList<>(
                    object.properties().stream().map(Map.Entry::getKey).toList())) {
                if (random.nextInt(6) == 0) {
                    object.set(name, value(random, 2));
                } else {
                    damage(object.get(name), random);
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (random.nextInt(6) == 0) {
                    array.set(i, value(random, 2));
                } else {
                    damage(array.get(i), random);
                }
            }
        }
    }

    private static JsonNode parse(String json) {
        try {
            return EventJson.mapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }
}
