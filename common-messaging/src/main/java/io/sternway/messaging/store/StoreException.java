package io.sternway.messaging.store;

import java.sql.SQLException;

/** The database refused or did not answer; the cause says which. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreException(String message, SQLException cause) {
        super(message, cause);
    }
}
