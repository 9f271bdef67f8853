package io.sternway.promotion.persistence;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.messaging.testing.RefusedValues;
import io.sternway.messaging.testing.SilentTransaction;
import io.sternway.promotion.testing.Running;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DatabaseSettingsIT extends Running {

    @Inject
    DataSource dataSource;

    @Test
    @DisplayName("A5 a replica that is frozen inside a transaction lets go of its locks")
    void whatAFrozenReplicaHasLockedIsFreeAgain() throws SQLException {
        SilentTransaction.assertLetsGo(dataSource);
    }

    @Test
    @DisplayName("what the database refuses is told without its values")
    void valuesOfRefusedRowsAreNotTold() throws SQLException {
        RefusedValues.assertUntold(dataSource);
    }
}
