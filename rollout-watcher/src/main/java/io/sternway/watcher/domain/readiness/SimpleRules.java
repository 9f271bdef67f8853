package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;

/** Kinds whose rule is a line or two. */
final class SimpleRules {

    private SimpleRules() {}

    /** Secret, ConfigMap, CronJob, PodDisruptionBudget: there is nothing to wait for. */
    static Assessment always(Json object) {
        return Assessment.current("it is there");
    }

    static Assessment claim(Json object) {
        String phase = object.text("status", "phase");
        return "Bound".equals(phase)
                ? Assessment.current("it is bound")
                : Assessment.inProgress(UnreadyReason.NotBound, "it is " + (phase == null ? "not observed" : phase));
    }

    static Assessment service(Json object) {
        boolean noAddress = object.textOr("", "spec", "clusterIP").isEmpty();
        return object.is("LoadBalancer", "spec", "type") && noAddress
                ? Assessment.inProgress(UnreadyReason.NoIPAssigned, "it has no cluster IP")
                : Assessment.current("it is there");
    }

    static Assessment customResourceDefinition(Json object) {
        for (Json condition : Conditions.of(object).inOrder()) {
            boolean isFalse = condition.is("False", "status");
            if (condition.is("NamesAccepted", "type") && isFalse) {
                return Assessment.failed(UnreadyReason.NamesNotAccepted, condition);
            }
            if (condition.is("Established", "type")) {
                if (condition.is("True", "status")) {
                    return Assessment.current("it is established");
                }
                if (isFalse && !condition.is(UnreadyReason.Installing.name(), "reason")) {
                    return Assessment.failed(UnreadyReason.NotEstablished, condition);
                }
            }
        }
        return Assessment.inProgress(UnreadyReason.Installing, "it is not established yet");
    }
}
