package io.sternway.watcher.domain.readiness;

/** Kinds whose rule is a line or two (E8, E9). */
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
                : Assessment.inProgress("NotBound", "it is " + (phase == null ? "not observed" : phase));
    }

    static Assessment service(Json object) {
        String address = object.text("spec", "clusterIP");
        return object.is("LoadBalancer", "spec", "type") && (address == null || address.isEmpty())
                ? Assessment.inProgress("NoIPAssigned", "it has no cluster IP")
                : Assessment.current("it is there");
    }

    static Assessment customResourceDefinition(Json object) {
        for (Json condition : Conditions.of(object).inOrder()) {
            boolean isFalse = condition.is("False", "status");
            if (condition.is("NamesAccepted", "type") && isFalse) {
                return Assessment.failed(
                        Conditions.reason(condition, "NamesNotAccepted"), Conditions.message(condition));
            }
            if (condition.is("Established", "type")) {
                if (condition.is("True", "status")) {
                    return Assessment.current("it is established");
                }
                if (isFalse && !condition.is("Installing", "reason")) {
                    return Assessment.failed(
                            Conditions.reason(condition, "NotEstablished"), Conditions.message(condition));
                }
            }
        }
        return Assessment.inProgress("Installing", "it is not established yet");
    }
}
