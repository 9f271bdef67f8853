package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.settings.ClusterSelector;
import io.sternway.settings.ClusterSelector.Operator;
import io.sternway.settings.ClusterSelector.Requirement;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads labels and label selectors, with the syntax that Kubernetes has for them. */
final class LabelFields {

    private static final Pattern KEY = Pattern.compile(
            "(?=[^/]{1,253}/|[^/]*$)([a-z0-9]([a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
    private static final Pattern VALUE = Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");

    private LabelFields() {}

    static Map<String, String> labels(Fields parent, String name) {
        Map<String, String> labels = new TreeMap<>();
        JsonNode value = parent.take(name);
        if (value == null) {
            return labels;
        }
        if (!value.isObject()) {
            parent.fault(name, "must be an object of labels");
            return labels;
        }
        value.properties().forEach(label -> {
            FieldPath path = parent.path(name).field(label.getKey());
            checkKey(label.getKey(), path, parent.faults());
            if (checkValue(label.getValue(), path, parent.faults())) {
                labels.put(label.getKey(), label.getValue().textValue());
            }
        });
        return labels;
    }

    static ClusterSelector selector(Fields parent, String name) {
        if (!parent.has(name)) {
            parent.take(name);
            parent.fault(name, "is required: which clusters belong to the stage; {} selects all");
            return new ClusterSelector(Map.of(), List.of());
        }
        Fields fields = parent.object(name);
        Map<String, String> matchLabels = labels(fields, "matchLabels");
        List<Requirement> requirements = new ArrayList<>();
        List<JsonNode> expressions = fields.list("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            requirements.add(requirement(Fields.of(
                    expressions.get(i), fields.path("matchExpressions").index(i), parent.faults())));
        }
        fields.refuseUnknown();
        return new ClusterSelector(matchLabels, requirements);
    }

    private static Requirement requirement(Fields fields) {
        String key = fields.text("key");
        if (key == null) {
            if (!fields.has("key")) {
                fields.fault("key", "is required: a label's key");
            }
            key = "";
        } else {
            checkKey(key, fields.path("key"), fields.faults());
        }
        if (!fields.has("operator")) {
            fields.fault("operator", "is required: In, NotIn, Exists or DoesNotExist");
        }
        boolean known = fields.has("operator");
        int before = fields.faults().size();
        Operator operator = fields.oneOf("operator", Operator.class, Operator.Exists);
        known = known && fields.faults().size() == before;
        List<String> values = new ArrayList<>();
        List<JsonNode> written = fields.list("values");
        for (int i = 0; i < written.size(); i++) {
            if (checkValue(written.get(i), fields.path("values").index(i), fields.faults())) {
                values.add(written.get(i).textValue());
            }
        }
        boolean takesValues = operator == Operator.In || operator == Operator.NotIn;
        if (known && takesValues == written.isEmpty()) {
            fields.fault("values", takesValues ? "at least one value is required" : "no value belongs to " + operator);
        }
        fields.refuseUnknown();
        return new Requirement(key, operator, values);
    }

    private static void checkKey(String key, FieldPath path, List<Fault> faults) {
        if (!KEY.matcher(key).matches()) {
            faults.add(new Fault(path.text(), key, "is no key of a label, such as env or example.org/tier"));
        }
    }

    private static boolean checkValue(JsonNode value, FieldPath path, List<Fault> faults) {
        if (!value.isTextual()) {
            faults.add(new Fault(
                    path.text(), value.isValueNode() ? value.asText() : null, "must be a string; put it in quotes"));
            return false;
        }
        if (!VALUE.matcher(value.textValue()).matches()) {
            faults.add(
                    new Fault(
                            path.text(),
                            value.textValue(),
                            "is no value of a label: letters, digits, - _ and ., at most 63, a letter or digit first and last"));
            return false;
        }
        return true;
    }
}
