package io.sternway.settings;

import java.util.List;
import java.util.Map;

/**
 * Chooses clusters by their labels, as a label selector of Kubernetes does: everything must match, and a selector without
 * any requirement selects every cluster.
 *
 * @param matchLabels all of them must be there with that value
 * @param requirements all of them must be met
 */
public record ClusterSelector(Map<String, String> matchLabels, List<Requirement> requirements) {

    public ClusterSelector {
        matchLabels = Map.copyOf(matchLabels);
        requirements = List.copyOf(requirements);
    }

    /** Without further requirements. */
    public ClusterSelector(Map<String, String> matchLabels) {
        this(matchLabels, List.of());
    }

    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
                && requirements.stream().allMatch(requirement -> requirement.matches(labels));
    }

    /**
     * One requirement.
     *
     * @param key the label's key
     * @param operator how it is compared; a cluster without the label matches NotIn too
     * @param values what it is compared with; none for Exists and DoesNotExist
     */
    public record Requirement(String key, Operator operator, List<String> values) {

        public Requirement {
            values = List.copyOf(values);
        }

        boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case In -> value != null && values.contains(value);
                case NotIn -> value == null || !values.contains(value);
                case Exists -> value != null;
                case DoesNotExist -> value == null;
            };
        }
    }

    /** How a label is compared. */
    public enum Operator {
        In,
        NotIn,
        Exists,
        DoesNotExist
    }
}
