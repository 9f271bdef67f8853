package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code ${cluster.name}} and {@code ${cluster.labels.<key>}} in string values of manifests. A second dollar sign in front,
 * as in {@code $${cluster.name}}, stands for the text without it. Every other {@code ${…}}, with or without a second dollar
 * sign, belongs to somebody else (shells, nginx) and is left alone. Names of fields are never replaced.
 */
public final class Placeholders {

    private static final Pattern OPENING = Pattern.compile("\\$\\$\\{cluster\\.|\\$\\{cluster\\.([^{}$\\s]*)(}?)");
    private static final String LABELS = "labels.";

    private Placeholders() {}

    /**
     * A placeholder in a manifest.
     *
     * @param path the field that has it
     * @param text as it stands there
     * @param label the label's key; absent for the cluster's name
     */
    public record Placeholder(
            String path, String text, @Nullable String label) {}

    /** Every placeholder that is well formed. */
    public static List<Placeholder> find(JsonNode manifest, FieldPath path) {
        List<Placeholder> found = new ArrayList<>();
        eachString(manifest, path, (text, at) -> {
            for (Matcher matcher = OPENING.matcher(text); matcher.find(); ) {
                if (isWellFormed(matcher)) {
                    found.add(new Placeholder(at.text(), matcher.group(), label(matcher)));
                }
            }
        });
        return found;
    }

    /** What looks like a placeholder and is none: an unknown name, no closing brace, or in the name of a field. */
    public static List<Fault> check(JsonNode manifest, FieldPath path) {
        List<Fault> faults = new ArrayList<>();
        eachString(manifest, path, (text, at) -> {
            for (Matcher matcher = OPENING.matcher(text); matcher.find(); ) {
                if (isPlaceholder(matcher) && !isWellFormed(matcher)) {
                    faults.add(malformed(at, matcher));
                }
            }
        });
        checkNames(manifest, path, faults);
        return faults;
    }

    /**
     * A copy with every placeholder replaced.
     *
     * @param cluster the cluster's name
     * @param labels the cluster's labels
     * @param path the manifest's path, for faults
     * @param faults gets one fault for each placeholder that this cluster cannot resolve; it stays as it is
     */
    public static JsonNode resolve(
            JsonNode manifest, String cluster, Map<String, String> labels, FieldPath path, List<Fault> faults) {
        if (manifest.isTextual()) {
            String text = manifest.textValue();
            String resolved = resolve(text, cluster, labels, path, faults);
            return resolved.equals(text) ? manifest : TextNode.valueOf(resolved);
        }
        if (manifest.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            manifest.properties()
                    .forEach(member -> copy.set(
                            member.getKey(),
                            resolve(member.getValue(), cluster, labels, path.field(member.getKey()), faults)));
            return copy;
        }
        if (manifest.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(manifest.size());
            for (int i = 0; i < manifest.size(); i++) {
                copy.add(resolve(manifest.get(i), cluster, labels, path.index(i), faults));
            }
            return copy;
        }
        return manifest;
    }

    private static String resolve(
            String text, String cluster, Map<String, String> labels, FieldPath path, List<Fault> faults) {
        if (!text.contains("${cluster.")) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        Matcher matcher = OPENING.matcher(text);
        while (matcher.find()) {
            String replacement = matcher.group();
            if (!isPlaceholder(matcher)) {
                replacement = replacement.substring(1);
            } else if (!isWellFormed(matcher)) {
                faults.add(malformed(path, matcher));
            } else {
                String label = label(matcher);
                String value = label == null ? cluster : labels.get(label);
                if (value == null) {
                    faults.add(
                            new Fault(path.text(), matcher.group(), "cluster " + cluster + " has no label " + label));
                } else {
                    replacement = value;
                }
            }
            matcher.appendReplacement(out, Matcher.quoteReplacement(replacement));
        }
        return matcher.appendTail(out).toString();
    }

    private static boolean isPlaceholder(Matcher matcher) {
        return matcher.group(1) != null;
    }

    private static boolean isWellFormed(Matcher matcher) {
        return isPlaceholder(matcher)
                && !matcher.group(2).isEmpty()
                && (matcher.group(1).equals("name") || label(matcher) != null);
    }

    private static @Nullable String label(Matcher matcher) {
        String name = matcher.group(1);
        return name.startsWith(LABELS) && name.length() > LABELS.length() ? name.substring(LABELS.length()) : null;
    }

    private static Fault malformed(FieldPath path, Matcher matcher) {
        String wrong =
                matcher.group(2).isEmpty() ? "a placeholder without its closing brace" : "an unknown placeholder";
        return new Fault(
                path.text(),
                matcher.group(),
                wrong
                        + "; known are ${cluster.name} and ${cluster.labels.<key>}, and $${cluster. for the literal text");
    }

    private static void eachString(JsonNode node, FieldPath path, BiConsumer<String, FieldPath> visit) {
        if (node.isTextual()) {
            if (node.textValue().contains("${cluster.")) {
                visit.accept(node.textValue(), path);
            }
        } else if (node.isObject()) {
            node.properties().forEach(member -> eachString(member.getValue(), path.field(member.getKey()), visit));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                eachString(node.get(i), path.index(i), visit);
            }
        }
    }

    private static void checkNames(JsonNode node, FieldPath path, List<Fault> faults) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                if (member.getKey().contains("${cluster.")) {
                    faults.add(new Fault(
                            path.text(),
                            member.getKey(),
                            "placeholders are replaced in values only, not in the names of fields"));
                }
                checkNames(member.getValue(), path.field(member.getKey()), faults);
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                checkNames(node.get(i), path.index(i), faults);
            }
        }
    }
}
