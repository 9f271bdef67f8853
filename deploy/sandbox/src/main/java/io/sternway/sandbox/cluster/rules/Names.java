package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.store.Fault;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What names, labels and keys may look like. */
final class Names {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern QUALIFIED = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern VALUE = Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
    private static final Pattern CONFIG_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final int MAX_ANNOTATIONS = 256 * 1024;
    private static final Set<String> LABELS_ONLY = Set.of("namespaces", "services");
    private static final Set<String> FREE = Set.of(
            "roles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "clusterroles.rbac.authorization.k8s.io",
            "clusterrolebindings.rbac.authorization.k8s.io");

    private Names() {}

    static void metadata(String qualifiedPlural, boolean namespaced, JsonNode object, List<Fault> faults) {
        JsonNode metadata = object.path("metadata");
        String name = metadata.path("name").asText("");
        if (name.isEmpty()) {
            faults.add(new Fault(
                    "FieldValueRequired", "metadata.name", "Required value: name or generateName is required"));
        } else if (LABELS_ONLY.contains(qualifiedPlural)) {
            label("metadata.name", name, faults);
        } else if (!FREE.contains(qualifiedPlural)) {
            subdomain("metadata.name", name, faults);
        }
        labels("metadata.labels", metadata.path("labels"), faults);
        annotations(metadata.path("annotations"), faults);
        if (namespaced && metadata.path("namespace").asText("").isEmpty()) {
            faults.add(Fault.required("metadata.namespace"));
        }
    }

    static void label(String field, String name, List<Fault> faults) {
        tooLong(field, name, 63, faults);
        if (!LABEL.matcher(name).matches()) {
            faults.add(Fault.invalid(
                    field,
                    name,
                    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must"
                            + " start and end with an alphanumeric character (e.g. 'my-name', or '123-abc', regex"
                            + " used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"));
        }
    }

    static void subdomain(String field, String name, List<Fault> faults) {
        tooLong(field, name, 253, faults);
        if (!SUBDOMAIN.matcher(name).matches()) {
            faults.add(Fault.invalid(
                    field,
                    name,
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                            + " and must start and end with an alphanumeric character (e.g. 'example.com', regex"
                            + " used for validation is"
                            + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"));
        }
    }

    private static void tooLong(String field, String name, int max, List<Fault> faults) {
        if (name.length() > max) {
            faults.add(Fault.invalid(field, name, "must be no more than " + max + " characters"));
        }
    }

    static void labels(String field, JsonNode labels, List<Fault> faults) {
        labels.properties().forEach(entry -> {
            qualifiedKey(field, entry.getKey(), faults);
            String value = entry.getValue().asText();
            tooLong(field, value, 63, faults);
            if (!VALUE.matcher(value).matches()) {
                faults.add(Fault.invalid(
                        field,
                        value,
                        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
                                + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
                                + " 'my_value',  or '12345', regex used for validation is"
                                + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"));
            }
        });
    }

    private static void annotations(JsonNode annotations, List<Fault> faults) {
        int size = 0;
        for (var entry : annotations.properties()) {
            qualifiedKey("metadata.annotations", entry.getKey(), faults);
            size += entry.getKey().length() + entry.getValue().asText().length();
        }
        if (size > MAX_ANNOTATIONS) {
            faults.add(new Fault(
                    "FieldValueTooLong",
                    "metadata.annotations",
                    "Too long: may not be more than " + MAX_ANNOTATIONS + " bytes"));
        }
    }

    private static void qualifiedKey(String field, String key, List<Fault> faults) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        if (slash >= 0 && !SUBDOMAIN.matcher(key.substring(0, slash)).matches()) {
            faults.add(Fault.invalid(
                    field,
                    key,
                    "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                            + " '-' or '.', and must start and end with an alphanumeric character (e.g."
                            + " 'example.com', regex used for validation is"
                            + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"));
        }
        tooLong(field, name, 63, faults);
        if (!QUALIFIED.matcher(name).matches()) {
            faults.add(Fault.invalid(
                    field,
                    key,
                    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                            + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
                            + " for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"));
        }
    }

    static void configKeys(String field, JsonNode data, List<Fault> faults) {
        data.fieldNames().forEachRemaining(key -> {
            if (!CONFIG_KEY.matcher(key).matches()) {
                faults.add(Fault.invalid(
                        field + "[" + key + "]",
                        key,
                        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g."
                                + " 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
                                + " '[-._a-zA-Z0-9]+')"));
            }
        });
    }
}
