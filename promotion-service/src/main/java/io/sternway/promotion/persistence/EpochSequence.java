package io.sternway.promotion.persistence;

import io.sternway.messaging.store.StoreException;
import io.sternway.promotion.app.Epochs;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** Epochs from a Postgres sequence. What a decision draws and does not use leaves a gap, which means nothing. */
@ApplicationScoped
class EpochSequence implements Epochs {

    private static final int MOST_AT_ONCE = 256;

    private final DataSource dataSource;

    EpochSequence(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public LongSupplier draw() {
        return new LongSupplier() {
            private final Queue<Long> drawn = new ArrayDeque<>();
            private int next = 4;

            @Override
            public long getAsLong() {
                Long epoch = drawn.poll();
                if (epoch != null) {
                    return epoch;
                }
                drawn.addAll(next(next));
                next = Math.min(MOST_AT_ONCE, next * 4);
                return drawn.remove();
            }
        };
    }

    private List<Long> next(int count) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT nextval('epoch') FROM generate_series(1, ?) ORDER BY 1")) {
            statement.setInt(1, count);
            try (ResultSet rows = statement.executeQuery()) {
                List<Long> epochs = new ArrayList<>();
                while (rows.next()) {
                    epochs.add(rows.getLong(1));
                }
                return epochs;
            }
        } catch (SQLException e) {
            throw new StoreException("no epoch could be drawn", e);
        }
    }
}
