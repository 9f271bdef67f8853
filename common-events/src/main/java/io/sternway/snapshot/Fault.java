package io.sternway.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong with a document or its content, as it is told to the person who wrote it.
 *
 * @param path where, for example {@code spec.stages[0].rollout.maxFailures}
 * @param value what stands there, shortened; absent if nothing stands there, and always within a Secret
 * @param message what is wrong and what would be right
 */
public record Fault(String path, @Nullable String value, String message) {

    private static final int LONGEST_VALUE = 120;

    public Fault {
        if (value != null && value.length() > LONGEST_VALUE) {
            value = value.substring(0, LONGEST_VALUE) + "…";
        }
    }

    /** For people: path, value and message in one line. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "(document)" : path) + (value == null ? "" : " = " + value) + ": " + message;
    }
}
