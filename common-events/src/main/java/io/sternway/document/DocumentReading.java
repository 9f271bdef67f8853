package io.sternway.document;

import io.sternway.snapshot.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a document's bytes (R1). */
public sealed interface DocumentReading {

    /**
     * A valid document.
     *
     * @param document with defaults filled in and content normalised
     */
    record Valid(PromotionDocument document) implements DocumentReading {}

    /**
     * It could be read, and is refused.
     *
     * @param project its project, where that could be read: it decides where the refusal is recorded
     * @param promotion its name, where that could be read
     * @param faults every fault at once, at least one
     * @param tooLarge whether the size of its content is the only fault
     */
    record Invalid(@Nullable String project, @Nullable String promotion, List<Fault> faults, boolean tooLarge)
            implements DocumentReading {

        public Invalid {
            faults = List.copyOf(faults);
        }
    }

    /**
     * It is neither JSON nor YAML, or no object: a dead letter.
     *
     * @param message what is wrong
     * @param line from 1; 0 if unknown
     * @param column from 1; 0 if unknown
     */
    record Unreadable(String message, int line, int column) implements DocumentReading {

        /** For people: the place and the message. */
        @Override
        public String toString() {
            return line == 0 ? message : "line " + line + ", column " + column + ": " + message;
        }
    }
}
