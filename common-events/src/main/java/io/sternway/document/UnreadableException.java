package io.sternway.document;

/** Text that is neither JSON nor YAML of a sane size and depth. */
final class UnreadableException extends Exception {

    private final int line;
    private final int column;

    /** Line and column count from 1; 0 if unknown. */
    UnreadableException(String message, int line, int column) {
        super(message);
        this.line = line;
        this.column = column;
    }

    DocumentReading.Unreadable reading() {
        return new DocumentReading.Unreadable(getMessage(), line, column);
    }
}
