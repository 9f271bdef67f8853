package io.sternway.messaging.testing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Rows that a database refuses: the driver's exceptions end in logs, where values have no place. */
public final class RefusedValues {

    private static final String VALUE = "for-nobody-else";

    private RefusedValues() {}

    /** Fails if the exception of a batch that is refused shows one of its values. */
    public static void assertUntold(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create temporary table refused (value text check (value = ''))");
            try (PreparedStatement insert = connection.prepareStatement("insert into refused (value) values (?)")) {
                for (int row = 0; row < 2; row++) {
                    insert.setString(1, VALUE);
                    insert.addBatch();
                }
                SQLException refused = assertThrows(SQLException.class, insert::executeBatch);
                assertFalse(inWords(refused).contains(VALUE), inWords(refused));
            } finally {
                statement.execute("drop table refused");
            }
        }
    }

    private static String inWords(SQLException refused) {
        StringWriter words = new StringWriter();
        PrintWriter printer = new PrintWriter(words);
        refused.forEach(one -> one.printStackTrace(printer));
        return words.toString();
    }
}
