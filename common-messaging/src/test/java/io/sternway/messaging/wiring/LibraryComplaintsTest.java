package io.sternway.messaging.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A missing broker or database is said once a minute, whichever client says it")
class LibraryComplaintsTest {

    private static final String NETWORK = "org.apache.kafka.clients.NetworkClient";

    private final LibraryComplaints filter = new LibraryComplaints();

    @Test
    void theSameComplaintOfManyClientsAndNodesPassesOnce() {
        assertEquals(
                1, passed(NETWORK, Level.WARNING, 50, "[Producer clientId=p-%1$d] Connection to node -%1$d lost."));
    }

    @Test
    void differentComplaintsPass() {
        assertEquals(1, passed(NETWORK, Level.WARNING, 3, "[Consumer clientId=c] Connection lost."));
        assertEquals(1, passed(NETWORK, Level.WARNING, 3, "[Consumer clientId=c] Bootstrap broker disconnected."));
        assertEquals(1, passed("org.hibernate.orm.jdbc.error", Level.WARNING, 3, "Connection lost."));
    }

    @Test
    void whatIsNoComplaintOrOursPassesAlways() {
        assertEquals(3, passed(NETWORK, Level.INFO, 3, "[Consumer clientId=c] Connection lost."));
        assertEquals(3, passed("io.sternway.promotion", Level.SEVERE, 3, "promotion cannot be decided"));
    }

    private long passed(String logger, Level level, int times, String message) {
        long passed = 0;
        for (int i = 0; i < times; i++) {
            LogRecord record = new LogRecord(level, message.formatted(i));
            record.setLoggerName(logger);
            passed += filter.isLoggable(record) ? 1 : 0;
        }
        return passed;
    }
}
