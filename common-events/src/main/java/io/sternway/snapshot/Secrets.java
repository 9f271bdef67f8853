package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * No snapshot, event or log carries a secret value: a Secret with data is refused. What is
 * said about a Secret never has one of its values.
 */
final class Secrets {

    private Secrets() {}

    static boolean isSecret(JsonNode manifest) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        return identity.group().isEmpty() && identity.kind().equals("Secret");
    }

    /** Whether there are values, which is a fault; nothing more is then said about the Secret. */
    static boolean hasData(ObjectNode secret, FieldPath path, List<Fault> faults) {
        stringDataBecomesData(secret, path, faults);
        boolean data = secret.path("data").size() > 0;
        if (data) {
            faults.add(new Fault(
                    path.field("data").text(),
                    null,
                    "a Secret with data is refused, since revisions and events are kept; bring an ExternalSecret, a "
                            + "SealedSecret or their kin as part of the content, or create the Secret on the clusters by "
                            + "other means and refer to it by name"));
        }
        return data;
    }

    private static void stringDataBecomesData(ObjectNode secret, FieldPath path, List<Fault> faults) {
        JsonNode strings = secret.remove("stringData");
        if (strings == null || strings.isNull()) {
            return;
        }
        if (!strings.isObject()) {
            faults.add(new Fault(path.field("stringData").text(), null, "must be an object of strings"));
            return;
        }
        if (strings.isEmpty()) {
            return;
        }
        ObjectNode data = secret.get("data") instanceof ObjectNode existing ? existing : secret.putObject("data");
        strings.properties()
                .forEach(entry -> data.put(
                        entry.getKey(),
                        Base64.getEncoder()
                                .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    }
}
