package io.sternway.messaging;

/** The broker did not answer: nothing is known, and what needed the answer is to be tried again. */
public class BrokerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
