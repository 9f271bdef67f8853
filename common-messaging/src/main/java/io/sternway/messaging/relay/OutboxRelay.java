package io.sternway.messaging.relay;

import io.sternway.messaging.Backoff;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Carries the outbox to Kafka (A5). Replicas share the shards evenly; each shard has one owner, a
 * producer with a transactional id of its own, and a thread that sleeps until there is something to send. A replica that
 * dies or falls silent loses its session, and with it its shards, within the lease.
 *
 * <p>Wake-ups only make it faster: what was missed is found by the poll.
 */
public final class OutboxRelay implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(OutboxRelay.class);
    private static final String UNDEFINED_TABLE = "42P01";
    private static final int LARGE_ROWS_AT_ONCE = 2;
    private static final long LONGEST_WAIT_MILLIS = 500;
    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final Duration MEASURE_EVERY = Duration.ofSeconds(15);

    private final RelaySettings settings;
    private final ConnectionSource connections;
    private final ProducerSource producers;
    private final RelayObserver observer;
    private final OutboxRows rows;
    private final ShardPublisher.Shared shared;
    private final Map<Integer, Owned> owned = new ConcurrentHashMap<>();
    private final Set<Integer> toRing = new TreeSet<>();
    private final Thread coordinator = new Thread(this::coordinate, "outbox-relay");
    private final Pulse pulse = new Pulse(coordinator);
    private final Thread bell = new Thread(this::ringOthers, "outbox-bell");
    private volatile boolean stopped;
    private volatile boolean connected;
    private int failures;

    /**
     * @param settings how it works
     * @param dataSource the pool, for short statements
     * @param connections opens the session that holds the claims
     * @param producers makes transactional producers
     * @param observer is told what happens
     */
    public OutboxRelay(
            RelaySettings settings,
            DataSource dataSource,
            ConnectionSource connections,
            ProducerSource producers,
            RelayObserver observer) {
        this.settings = settings;
        this.connections = connections;
        this.producers = producers;
        this.observer = observer;
        this.rows = new OutboxRows(dataSource);
        this.shared = new ShardPublisher.Shared(
                observer,
                new OnceAMinute(),
                new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5)),
                new Semaphore(LARGE_ROWS_AT_ONCE, true));
    }

    /** Starts to claim shards and to publish. */
    public void start() {
        coordinator.setDaemon(true);
        coordinator.start();
        bell.setDaemon(true);
        bell.start();
    }

    /** Whether it holds its session, and with it this replica's share of the shards. */
    public boolean isConnected() {
        return connected;
    }

    /** Whether it goes on, while broker or database are away too; else only a new start helps. */
    public boolean isAlive() {
        return pulse.isAlive();
    }

    /** A transaction that put rows into these shards has committed: wakes whoever owns them. */
    public void ring(Set<Integer> shards) {
        Set<Integer> others = new TreeSet<>();
        for (Integer shard : shards) {
            Owned ours = owned.get(shard);
            if (ours == null) {
                others.add(shard);
            } else {
                ours.publisher().wake();
            }
        }
        if (!others.isEmpty()) {
            synchronized (toRing) {
                toRing.addAll(others);
                toRing.notifyAll();
            }
        }
    }

    /** Sends what is in hand, gives all shards back, and ends, within 4 s. */
    @Override
    public void close() {
        stopped = true;
        bell.interrupt();
        try {
            coordinator.join(DRAIN.toMillis() + 2 * LONGEST_WAIT_MILLIS);
            coordinator.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void coordinate() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));
        while (!stopped) {
            @Nullable ShardClaims claims = null;
            try {
                claims = new ShardClaims(connections, settings);
                own(claims);
            } catch (SQLException | RuntimeException e) {
                failures++;
                complain(e);
            } catch (InterruptedException e) {
                stopped = true;
            }
            pulse.beat();
            connected = false;
            stop(List.copyOf(owned.values()), DRAIN);
            owned.clear();
            observer.owned(0);
            close(claims);
            pause(backoff.after(failures));
        }
    }

    private void complain(Exception e) {
        if (e instanceof SQLException sql && UNDEFINED_TABLE.equals(sql.getSQLState())) {
            shared.once().say("tables", () -> LOG.info("the outbox waits for its tables to be created"));
        } else {
            shared.once().say("claims", () -> LOG.warnf(e, "outbox shards cannot be claimed, will try again"));
        }
    }

    /** Holds shards until the session breaks or the relay ends. */
    private void own(ShardClaims claims) throws SQLException, InterruptedException {
        long nextRound = System.nanoTime();
        long nextMeasure = System.nanoTime();
        while (!stopped) {
            pulse.beat();
            long now = System.nanoTime();
            if (now - nextRound >= 0) {
                share(claims);
                connected = true;
                if (failures > 0) {
                    failures = 0;
                    shared.once().forget("claims");
                    LOG.infof("outbox shards are claimed again: service=%s", settings.service());
                }
                boolean measure = now - nextMeasure >= 0;
                look(measure);
                nextRound = now + settings.pollInterval().toNanos();
                nextMeasure = measure ? now + MEASURE_EVERY.toNanos() : nextMeasure;
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(nextRound - System.nanoTime());
            claims.await((int) Math.max(1, Math.min(millis, LONGEST_WAIT_MILLIS)))
                    .forEach(this::wakeOwned);
        }
    }

    /** Finds rows whose wake-up was missed. A pool without free connections is no reason to give shards up. */
    private void look(boolean measure) throws InterruptedException {
        try {
            rows.waiting(settings.shards()).forEach(this::wakeOwned);
            if (measure) {
                OutboxRows.Waiting waiting = rows.measure();
                observer.waiting(waiting.rows(), waiting.bytes(), waiting.oldestSeconds(), waiting.failed());
            }
        } catch (SQLException e) {
            shared.once().say("look", () -> LOG.warnf(e, "waiting rows cannot be counted, will try again"));
        }
    }

    /** Takes and gives back shards until this replica has its share: as many as the others, rounded up. */
    private void share(ShardClaims claims) throws SQLException, InterruptedException {
        int members = claims.members();
        int fair = (settings.shards() + members - 1) / members;
        List<Owned> leaving = new ArrayList<>();
        for (Owned ours : owned.values()) {
            if (ours.publisher().lost() || !ours.thread().isAlive()) {
                leaving.add(ours);
            }
        }
        for (Owned ours : owned.values()) {
            if (owned.size() - leaving.size() > fair && !leaving.contains(ours)) {
                leaving.add(ours);
            }
        }
        leave(claims, leaving);
        int start = ThreadLocalRandom.current().nextInt(settings.shards());
        for (int i = 0; i < settings.shards() && owned.size() < fair; i++) {
            int shard = (start + i) % settings.shards();
            if (!owned.containsKey(shard) && claims.claim(shard)) {
                owned.put(shard, publish(shard));
            }
        }
        observer.owned(owned.size());
    }

    private Owned publish(int shard) throws SQLException, InterruptedException {
        ShardPublisher publisher = new ShardPublisher(shard, rows.claim(shard), settings, rows, producers, shared);
        Thread thread = new Thread(publisher, "outbox-" + shard);
        thread.setDaemon(true);
        thread.start();
        return new Owned(shard, publisher, thread);
    }

    private void leave(ShardClaims claims, List<Owned> leaving) throws SQLException, InterruptedException {
        if (leaving.isEmpty()) {
            return;
        }
        stop(leaving, settings.lease().dividedBy(3));
        for (Owned left : leaving) {
            owned.remove(left.shard());
            claims.release(left.shard());
        }
    }

    private static void stop(Collection<Owned> leaving, Duration patience) {
        leaving.forEach(left -> left.publisher().stop());
        long end = System.nanoTime() + patience.toNanos();
        for (Owned left : leaving) {
            try {
                left.thread().join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            left.thread().interrupt();
        }
    }

    private void wakeOwned(int shard) {
        Owned ours = owned.get(shard);
        if (ours != null) {
            ours.publisher().wake();
        }
    }

    private void ringOthers() {
        String channel = ShardClaims.channel(settings.service());
        while (!stopped) {
            try {
                Set<Integer> shards;
                synchronized (toRing) {
                    while (toRing.isEmpty()) {
                        toRing.wait();
                    }
                    shards = new TreeSet<>(toRing);
                    toRing.clear();
                }
                rows.ring(channel, shards);
            } catch (SQLException e) {
                shared.once().say("bell", () -> LOG.warnf(e, "other replicas cannot be woken; they poll"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void pause(Duration wait) {
        if (!stopped) {
            try {
                Thread.sleep(wait.toMillis());
            } catch (InterruptedException e) {
                stopped = true;
            }
        }
    }

    private static void close(@Nullable ShardClaims claims) {
        if (claims != null) {
            try {
                claims.close();
            } catch (SQLException e) {
                LOG.debugf(e, "the session of the outbox claims was broken already");
            }
        }
    }

    private record Owned(int shard, ShardPublisher publisher, Thread thread) {}
}
