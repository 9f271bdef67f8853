package io.sternway.watcher.domain.observed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list {@code status.conditions}. */
public final class Conditions {

    private final List<Json> all;

    private Conditions(List<Json> all) {
        this.all = all;
    }

    /** Those of an object. */
    public static Conditions of(Json object) {
        return new Conditions(object.items("status", "conditions"));
    }

    /** The first condition of a type; null if there is none. */
    public @Nullable Json find(String type) {
        for (Json condition : all) {
            if (condition.is(type, "type")) {
                return condition;
            }
        }
        return null;
    }

    /** Whether there is one of a type, and it is true. */
    public boolean isTrue(String type) {
        Json condition = find(type);
        return condition != null && condition.is("True", "status");
    }

    /** All of them, as they stand there. */
    public List<Json> inOrder() {
        return all;
    }

    /** A condition that speaks of an older generation says nothing about this one. */
    public @Nullable Json stale(long generation) {
        for (Json condition : all) {
            if (condition.number(generation, "observedGeneration") < generation) {
                return condition;
            }
        }
        return null;
    }
}
