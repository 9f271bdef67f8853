package io.sternway.watcher.domain.readiness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list {@code status.conditions}. */
final class Conditions {

    private final List<Json> all;

    private Conditions(List<Json> all) {
        this.all = all;
    }

    static Conditions of(Json object) {
        return new Conditions(object.items("status", "conditions"));
    }

    /** The first condition of a type; null if there is none. */
    @Nullable
    Json find(String type) {
        for (Json condition : all) {
            if (condition.is(type, "type")) {
                return condition;
            }
        }
        return null;
    }

    boolean isTrue(String type) {
        Json condition = find(type);
        return condition != null && condition.is("True", "status");
    }

    List<Json> inOrder() {
        return all;
    }

    /** A condition that speaks of an older generation says nothing about this one (E11 e). */
    @Nullable
    Json stale(long generation) {
        for (Json condition : all) {
            if (condition.number(generation, "observedGeneration") < generation) {
                return condition;
            }
        }
        return null;
    }

    static String reason(Json condition, String ifAbsent) {
        String reason = condition.text("reason");
        return reason == null || reason.isEmpty() ? ifAbsent : reason;
    }

    static String message(Json condition) {
        String message = condition.text("message");
        return message == null ? "" : message;
    }
}
