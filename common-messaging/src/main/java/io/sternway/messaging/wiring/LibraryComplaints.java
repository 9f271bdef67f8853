package io.sternway.messaging.wiring;

import io.quarkus.logging.LoggingFilter;
import io.sternway.messaging.OnceAMinute;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/**
 * Lets each complaint of the libraries that talk to broker and database through once a minute: while one is away, they
 * repeat it several times a second. Use: {@code quarkus.log.console.filter=library-complaints}.
 */
@LoggingFilter(name = "library-complaints")
public final class LibraryComplaints implements Filter {

    private static final List<String> LIBRARIES =
            List.of("org.apache.kafka.", "org.hibernate.orm.jdbc", "io.agroal.", "com.arjuna.");
    /** Clients begin their messages with their name; counters and ids differ between repetitions. */
    private static final Pattern VARIABLE = Pattern.compile("^\\[.*?] |[-\\d]+");

    private final OnceAMinute once = new OnceAMinute();

    @Override
    public boolean isLoggable(LogRecord record) {
        String logger = record.getLoggerName();
        if (logger == null
                || LIBRARIES.stream().noneMatch(logger::startsWith)
                || record.getLevel().intValue() < Level.WARNING.intValue()
                || record.getMessage() == null) {
            return true;
        }
        boolean[] passes = new boolean[1];
        once.say(logger + VARIABLE.matcher(record.getMessage()).replaceAll(""), () -> passes[0] = true);
        return passes[0];
    }
}
