package io.sternway.clusters;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.document.NearestName;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parsed document, checked: collects every fault, so that its author corrects the file once. */
final class InventoryDocument {

    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern LABEL_NAME = Pattern.compile("[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?");
    private static final Pattern LABEL_PREFIX =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final List<String> TOP = List.of("clusters");
    private static final List<String> CLUSTER = List.of(
            "name", "labels", "kubeconfig", "context", "server", "tokenFile", "caFile", "insecureSkipTlsVerify");
    private static final int SHOWN = 80;

    private final Path folder;
    private final List<InventoryFault> faults = new ArrayList<>();

    InventoryDocument(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    InventoryReading read(JsonNode root) {
        if (!root.isObject()) {
            fault("", root, "an object with the field 'clusters' is expected");
            return new InventoryReading.Faulty(faults);
        }
        unknownFields(root, "", TOP);
        JsonNode list = root.get("clusters");
        List<InventoryEntry> clusters = new ArrayList<>();
        if (list == null || !list.isArray()) {
            fault("clusters", list, "a list of clusters is expected");
        } else {
            Map<String, String> seen = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                String path = "clusters[" + i + "]";
                InventoryEntry entry = cluster(list.get(i), path);
                if (entry != null) {
                    String first = seen.putIfAbsent(entry.name(), path);
                    if (first != null) {
                        faults.add(new InventoryFault(
                                path + ".name", entry.name(), "a name of its own; " + first + " has this one"));
                    }
                    clusters.add(entry);
                }
            }
        }
        return faults.isEmpty()
                ? new InventoryReading.Whole(new Inventory(clusters))
                : new InventoryReading.Faulty(faults);
    }

    private @Nullable InventoryEntry cluster(JsonNode node, String path) {
        if (!node.isObject()) {
            fault(path, node, "an object with name, labels and access is expected");
            return null;
        }
        unknownFields(node, path, CLUSTER);
        String name = string(node, path, "name");
        if (name == null) {
            if (!node.has("name")) {
                faults.add(new InventoryFault(path + ".name", "", "a name is required"));
            }
        } else if (!DNS_LABEL.matcher(name).matches()) {
            fault(
                    path + ".name",
                    node.get("name"),
                    "a DNS label: at most 63 of a-z, 0-9 and '-', beginning and ending with a letter or digit");
            name = null;
        }
        Map<String, String> labels = labels(node.get("labels"), path + ".labels");
        ClusterAccess access = access(node, path);
        return name == null || access == null ? null : new InventoryEntry(name, labels, access);
    }

    private Map<String, String> labels(@Nullable JsonNode node, String path) {
        Map<String, String> labels = new TreeMap<>();
        if (node == null || node.isNull()) {
            return labels;
        }
        if (!node.isObject()) {
            fault(path, node, "an object of labels is expected");
            return labels;
        }
        for (Map.Entry<String, JsonNode> label : node.properties()) {
            String key = label.getKey();
            JsonNode value = label.getValue();
            if (!validKey(key)) {
                faults.add(new InventoryFault(path + "." + key, "", "a Kubernetes label key: [prefix/]name"));
            }
            if (!value.isTextual()) {
                fault(path + "." + key, value, "a string, in quotes where YAML would take it for something else");
            } else if (!value.textValue().isEmpty()
                    && !LABEL_NAME.matcher(value.textValue()).matches()) {
                fault(
                        path + "." + key,
                        value,
                        "a Kubernetes label value: at most 63 of letters, digits, '-', '_', '.'");
            } else {
                labels.put(key, value.textValue());
            }
        }
        return labels;
    }

    private static boolean validKey(String key) {
        int slash = key.indexOf('/');
        return LABEL_NAME.matcher(key.substring(slash + 1)).matches()
                && (slash < 0 || LABEL_PREFIX.matcher(key.substring(0, slash)).matches());
    }

    private @Nullable ClusterAccess access(JsonNode node, String path) {
        boolean byFile = node.hasNonNull("kubeconfig");
        boolean byUrl = node.hasNonNull("server");
        if (byFile == byUrl) {
            faults.add(new InventoryFault(
                    path,
                    byFile ? "kubeconfig and server" : "",
                    "either 'kubeconfig' (with 'context') or 'server' (with 'tokenFile' and 'caFile') is expected"));
            return null;
        }
        return byFile ? kubeconfig(node, path) : server(node, path);
    }

    private @Nullable ClusterAccess kubeconfig(JsonNode node, String path) {
        for (String field : List.of("tokenFile", "caFile", "insecureSkipTlsVerify")) {
            if (node.has(field)) {
                fault(path + "." + field, node.get(field), "not beside 'kubeconfig', which says it itself");
            }
        }
        Path file = file(node, path, "kubeconfig");
        String context = string(node, path, "context");
        return file == null ? null : new ClusterAccess.Kubeconfig(file, context);
    }

    private @Nullable ClusterAccess server(JsonNode node, String path) {
        if (node.has("context")) {
            fault(path + ".context", node.get("context"), "only beside 'kubeconfig'");
        }
        Path tokenFile = file(node, path, "tokenFile");
        Path caFile = file(node, path, "caFile");
        JsonNode insecure = node.get("insecureSkipTlsVerify");
        if (insecure != null && !insecure.isBoolean()) {
            fault(path + ".insecureSkipTlsVerify", insecure, "true or false");
        }
        String url = string(node, path, "server");
        if (url == null) {
            return null;
        }
        try {
            URI server = new URI(url);
            if (server.getHost() != null && ("https".equals(server.getScheme()) || "http".equals(server.getScheme()))) {
                return new ClusterAccess.Server(
                        server, tokenFile, caFile, insecure != null && insecure.asBoolean(false));
            }
        } catch (URISyntaxException e) {
            // Said below, as for every other text that is no URL.
        }
        fault(path + ".server", node.get("server"), "a URL as https://host:port");
        return null;
    }

    private @Nullable Path file(JsonNode node, String path, String field) {
        String text = string(node, path, field);
        if (text == null) {
            return null;
        }
        try {
            return folder.resolve(text).normalize();
        } catch (InvalidPathException e) {
            fault(path + "." + field, node.get(field), "a file's path");
            return null;
        }
    }

    private @Nullable String string(JsonNode node, String path, String field) {
        JsonNode value = node.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual() || value.textValue().isBlank()) {
            fault(path + "." + field, value, "a string is expected");
            return null;
        }
        return value.textValue();
    }

    private void unknownFields(JsonNode node, String path, List<String> known) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                String hint = NearestName.of(name, known)
                        .map(nearest -> "did you mean '" + nearest + "'?")
                        .orElseGet(() -> "known are " + String.join(", ", known));
                faults.add(new InventoryFault(path.isEmpty() ? name : path + "." + name, "", "unknown field; " + hint));
            }
        }
    }

    private void fault(String path, @Nullable JsonNode value, String expected) {
        String text = value == null ? "" : value.toString();
        faults.add(new InventoryFault(path, text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text, expected));
    }
}
