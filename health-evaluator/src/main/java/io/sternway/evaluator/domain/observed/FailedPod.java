package io.sternway.evaluator.domain.observed;

import org.jspecify.annotations.Nullable;

/**
 * A Pod of the current template that has failed.
 *
 * @param name its name
 * @param reason CamelCase
 * @param container the container that it is about; absent where it is the Pod
 * @param exitCode with which it ended last; absent where it never ran
 * @param restarts how often it was started again
 * @param message its last words, shortened; absent where there are none
 */
public record FailedPod(
        String name,
        String reason,
        @Nullable String container,
        @Nullable Integer exitCode,
        int restarts,
        @Nullable String message) {

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder(name).append(": ").append(reason);
        if (container != null) {
            text.append(" of container ").append(container);
        }
        if (exitCode != null) {
            text.append(", exit code ").append(exitCode);
        }
        if (restarts > 0) {
            text.append(", restarts: ").append(restarts);
        }
        return message == null
                ? text.toString()
                : text.append(" (").append(message).append(')').toString();
    }

    /** Reads what was stored before Pods had parts: {@code name: reason}. */
    public static FailedPod valueOf(String text) {
        int colon = text.indexOf(": ");
        return colon < 0
                ? new FailedPod(text, "Failed", null, null, 0, null)
                : new FailedPod(text.substring(0, colon), text.substring(colon + 2), null, null, 0, null);
    }
}
