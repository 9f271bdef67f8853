package io.sternway.messaging;

/** The record can never be handled, however often it is tried: it becomes a dead letter at once. */
public class TerminalException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String reason;

    /**
     * @param reason CamelCase
     * @param message what is wrong and what would be right
     */
    public TerminalException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** CamelCase, as the dead letter shows it. */
    public String reason() {
        return reason;
    }
}
