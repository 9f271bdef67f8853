package io.sternway.executor;

import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Permit;
import io.sternway.executor.app.Publications;
import io.sternway.executor.app.Slots;
import io.sternway.executor.app.Snapshots;
import io.sternway.executor.app.Targets;
import io.sternway.executor.app.WorkObserver;
import io.sternway.executor.app.WorkOnTarget;
import io.sternway.executor.app.Workers;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.store.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The workers of one replica, which can be killed: from then on nothing of it reaches the database or a cluster. */
final class Replica implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(10);
    static final Duration CALL = Duration.ofSeconds(5);

    final String name;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "replica");
        thread.setDaemon(true);
        return thread;
    });
    private final Workers workers;
    private volatile boolean killed;
    /** Whose records cannot be published, whatever is tried. */
    volatile String poisoned = "";
    /** How that fails. */
    volatile RuntimeException poison = new IllegalStateException("nobody expected this");
    /** How often it has failed. */
    final AtomicInteger refusals = new AtomicInteger();

    Replica(
            String name,
            Targets targets,
            Snapshots snapshots,
            Publications publications,
            Transactions transactions,
            Delivery delivery) {
        this.name = name;
        Transactions ours = new Transactions() {
            @Override
            public <T> T in(Supplier<T> work) {
                endIfKilled();
                return transactions.in(() -> {
                    T result = work.get();
                    endIfKilled();
                    return result;
                });
            }
        };
        Publications told = records -> {
            if (records.stream()
                    .map(Change.DeploymentRecord::state)
                    .anyMatch(state -> state.key().cluster().equals(poisoned))) {
                refusals.incrementAndGet();
                throw poison;
            }
            publications.publish(records);
        };
        workers = new Workers(
                targets,
                told,
                ours,
                new WorkOnTarget(targets, snapshots, told, ours, new Mortal(delivery)),
                new Slots(8, 4),
                threads,
                new Workers.Settings(name, LEASE, Duration.ofSeconds(3), CALL, Duration.ofSeconds(5)),
                new Quiet(),
                () -> 0.5);
        workers.start();
    }

    void kill() {
        killed = true;
    }

    @Override
    public void close() {
        workers.close();
        killed = true;
        threads.shutdownNow();
    }

    private void endIfKilled() {
        if (killed) {
            throw new IllegalStateException("killed");
        }
    }

    /** Asks before each write whether the process still lives. */
    private final class Mortal implements Delivery {
        private final Delivery to;

        Mortal(Delivery to) {
            this.to = to;
        }

        @Override
        public AttemptResult apply(Content content, Permit permit) {
            return to.apply(content, mortal(permit));
        }

        @Override
        public AttemptResult prune(Content content, Permit permit) {
            return to.prune(content, mortal(permit));
        }

        @Override
        public AttemptResult mend(Content content, List<AppliedObject> applied, Permit permit) {
            return to.mend(content, applied, mortal(permit));
        }

        @Override
        public AttemptResult release(Content content, boolean withdraw, Permit permit) {
            return to.release(content, withdraw, mortal(permit));
        }

        private Permit mortal(Permit permit) {
            return new Permit() {
                @Override
                public void check() {
                    endIfKilled();
                    permit.check();
                }

                @Override
                public void starting() {
                    endIfKilled();
                    permit.starting();
                }
            };
        }
    }

    private static final class Quiet implements WorkObserver {
        @Override
        public void attempted(Target target, AttemptResult attempt, Duration took) {}

        @Override
        public void setAside(TargetKey target, RuntimeException why) {}
    }
}
