package io.sternway.document;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Selects clusters by their labels, as a label selector of Kubernetes does: everything must match, and a selector
 * without any requirement selects every cluster.
 *
 * @param matchLabels labels that a cluster must have
 * @param matchExpressions further requirements
 */
public record ClusterSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {

    public ClusterSelector {
        matchLabels = Collections.unmodifiableMap(new TreeMap<>(matchLabels));
        matchExpressions = List.copyOf(matchExpressions);
    }

    /**
     * One requirement.
     *
     * @param key the label's key
     * @param operator how it is compared
     * @param values at least one for In and NotIn, none otherwise
     */
    public record Requirement(String key, Operator operator, List<String> values) {

        public Requirement {
            values = List.copyOf(values);
        }
    }

    /** How a label is compared. */
    public enum Operator {
        In,
        /** A cluster without the label matches too. */
        NotIn,
        Exists,
        DoesNotExist
    }
}
