package io.sternway.messaging.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A database that is away is waited for; one that refuses is not")
class DatabaseAwayTest {

    @ParameterizedTest
    @CsvSource({
        "08001, true", // no connection
        "08006, true", // connection lost
        "53300, true", // too many sessions
        "53100, true", // the disk is full
        "57P03, true", // starting
        "57P01, true", // stopping
        "25P03, true", // we fell silent in a transaction
        ", true", // the pool's time-outs carry no state
        "42P01, false", // no such table
        "23505, false", // a double
        "25P02, false", // another state of the same class
    })
    void the_state_tells(String state, boolean away) {
        SQLException failure = new SQLException("what the server said", state);
        assertEquals(away, DatabaseAway.causes(new IllegalStateException("migration", failure)));
    }

    @Test
    void a_failure_that_is_not_the_databases_is_none() {
        assertEquals(false, DatabaseAway.causes(new IllegalStateException("a migration is missing")));
    }
}
