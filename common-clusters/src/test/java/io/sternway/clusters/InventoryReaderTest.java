package io.sternway.clusters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R6")
class InventoryReaderTest {

    private static final Path FOLDER = Path.of("/etc/sternway");

    @Test
    @DisplayName("both ways of access are read, and relative paths count from the file")
    void bothWaysOfAccessAreRead() {
        Inventory inventory = whole("""
                clusters:
                  - name: us-1
                    labels: {env: production, "sternway.io/tier": "1"}
                    server: https://us-1.example:6443
                    tokenFile: tokens/us-1
                    caFile: /certs/us-1.pem
                  - {name: eu-1, kubeconfig: fleet.kubeconfig, context: eu-1}
                """);

        assertEquals(
                List.of(
                        new InventoryEntry(
                                "eu-1",
                                Map.of(),
                                new ClusterAccess.Kubeconfig(Path.of("/etc/sternway/fleet.kubeconfig"), "eu-1")),
                        new InventoryEntry(
                                "us-1",
                                Map.of("env", "production", "sternway.io/tier", "1"),
                                new ClusterAccess.Server(
                                        URI.create("https://us-1.example:6443"),
                                        Path.of("/etc/sternway/tokens/us-1"),
                                        Path.of("/certs/us-1.pem"),
                                        false))),
                inventory.clusters());
    }

    @Test
    @DisplayName("every fault is named at once, with path, value and what would be right")
    void everyFaultIsNamedAtOnce() {
        assertEquals(
                List.of(
                        "cluster: unknown field; did you mean 'clusters'?",
                        "clusters[0].lables: unknown field; did you mean 'labels'?",
                        "clusters[0].name = \"EU_1\": a DNS label: at most 63 of a-z, 0-9 and '-', beginning and ending"
                                + " with a letter or digit",
                        "clusters[1].labels.tier = 1: a string, in quotes where YAML would take it for something else",
                        "clusters[1]: either 'kubeconfig' (with 'context') or 'server' (with 'tokenFile' and 'caFile')"
                                + " is expected",
                        "clusters[3].name = eu-2: a name of its own; clusters[2] has this one",
                        "clusters[4].name: a name is required",
                        "clusters[4].server = \"eu-3:6443\": a URL as https://host:port",
                        "clusters[5].context = \"x\": only beside 'kubeconfig'",
                        "clusters[6] = \"eu-9\": an object with name, labels and access is expected"),
                faults("""
                        cluster: []
                        clusters:
                          - {name: EU_1, lables: {a: b}, kubeconfig: k}
                          - {name: eu-1, labels: {tier: 1}}
                          - {name: eu-2, kubeconfig: k}
                          - {name: eu-2, kubeconfig: k}
                          - {server: "eu-3:6443"}
                          - {name: eu-4, server: "https://eu-4", context: x}
                          - eu-9
                        """));
    }

    @Test
    @DisplayName("an empty file, a truncated file and one without clusters are faults; an empty list is an inventory")
    void whatIsNotWholeIsNoInventory() {
        assertEquals(
                List.of("the file: it is empty; 'clusters: []' would be an inventory without clusters"), faults(""));
        assertEquals(List.of("clusters: a list of clusters is expected"), faults("{}"));
        assertEquals(List.of("the file = []: an object with the field 'clusters' is expected"), faults("[]"));
        assertInstanceOf(InventoryReading.Faulty.class, read("clusters:\n  - {name: eu-1, kubec"));
        assertInstanceOf(InventoryReading.Faulty.class, read("clusters: []\nclusters: []\n"));
        assertEquals(
                List.of("the file = 2 documents: one document is expected"), faults("clusters: []\n---\nclusters: []"));
        assertEquals(List.of(), whole("clusters: []").clusters());
    }

    @Test
    @DisplayName("the hash depends on names and labels, not on order or access")
    void theHashIsThatOfNamesAndLabels() {
        String hash = whole("clusters: [{name: a, labels: {x: y, z: w}, kubeconfig: k}, {name: b, kubeconfig: k}]")
                .hash();

        assertEquals(
                hash,
                whole("clusters: [{name: b, server: 'https://b'}, {name: a, labels: {z: w, x: y}, kubeconfig: other}]")
                        .hash());
        assertNotEquals(
                hash,
                whole("clusters: [{name: a, labels: {x: y}, kubeconfig: k}, {name: b, kubeconfig: k}]")
                        .hash());
        assertEquals(64, hash.length());
    }

    private static Inventory whole(String text) {
        return assertInstanceOf(InventoryReading.Whole.class, read(text)).inventory();
    }

    private static List<String> faults(String text) {
        return assertInstanceOf(InventoryReading.Faulty.class, read(text)).faults().stream()
                .map(InventoryFault::toString)
                .toList();
    }

    private static InventoryReading read(String text) {
        return InventoryReader.read(text.getBytes(StandardCharsets.UTF_8), FOLDER);
    }
}
