package io.sternway.promotion.app;

import org.jspecify.annotations.Nullable;

/** What lies in the database about one promotion cannot be read: somebody must look at it; the others go on. */
public class UnreadableStateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnreadableStateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
