package io.sternway.document;

/** Text that is neither JSON nor YAML of a sane size and depth. */
final class UnreadableException extends Exception {

    private final transient DocumentReading.Unreadable reading;

    /** Line and column count from 1; 0 if unknown. */
    UnreadableException(String message, int line, int column) {
        super(message);
        this.reading = new DocumentReading.Unreadable(message, line, column);
    }

    DocumentReading.Unreadable reading() {
        return reading;
    }
}
