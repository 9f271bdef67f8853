package io.sternway.executor.persistence;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.sternway.executor.app.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/** Transactions of the service's one database. */
@ApplicationScoped
public class QuarkusTransactions implements Transactions {

    @Override
    public <T> T in(Supplier<T> work) {
        return QuarkusTransaction.requiringNew().call(work::get);
    }
}
