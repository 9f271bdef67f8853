package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import io.sternway.messaging.store.Transactions;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** Transactions of the service's one database; what was thrown inside comes out as it was. */
@Singleton
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
class QuarkusTransactions implements Transactions {

    @Override
    public <T> T in(Supplier<T> work) {
        try {
            return QuarkusTransaction.requiringNew().call(work::get);
        } catch (QuarkusTransactionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
