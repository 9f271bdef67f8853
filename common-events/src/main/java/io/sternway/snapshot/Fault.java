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

    private static final int LONGEST_PATH = 500;
    private static final int LONGEST_VALUE = 120;
    private static final int LONGEST_MESSAGE = 1000;

    public Fault {
        path = shortened(path, LONGEST_PATH);
        value = value == null ? null : shortened(value, LONGEST_VALUE);
        message = shortened(message, LONGEST_MESSAGE);
    }

    /** For people: path, value and message in one line. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "(document)" : path) + (value == null ? "" : " = " + value) + ": " + message;
    }

    /** Shortened, and without what a database's text cannot hold: the fault may be about just that. */
    private static String shortened(String text, int longest) {
        String storable = UnstorableText.replaced(text);
        if (storable.length() <= longest) {
            return storable;
        }
        boolean withinPair = Character.isHighSurrogate(storable.charAt(longest - 1));
        return storable.substring(0, withinPair ? longest - 1 : longest) + "…";
    }
}
