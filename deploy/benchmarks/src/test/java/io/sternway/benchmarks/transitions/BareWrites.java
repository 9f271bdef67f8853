package io.sternway.benchmarks.transitions;

import io.sternway.sandbox.stack.Stack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Commits as many transactions with as many rows as were measured, and produces as many records in as many transactions,
 * side by side, from as many threads as promotion-service has connections and shards; and nothing else.
 */
final class BareWrites {

    private static final int THREADS = 16;
    private static final String TOPIC = "bench.writes";

    private final String bootstrapServers;
    private final String jdbcUrl;
    private final byte[] body;

    BareWrites(Stack stack, int bytesOfRow) {
        this.bootstrapServers = stack.broker().bootstrapServers();
        this.jdbcUrl = stack.database().jdbcUrl();
        this.body = new byte[bytesOfRow];
        Arrays.fill(body, (byte) 'x');
    }

    /** How long it takes. */
    Duration run(DatabaseWork database, long records, long batches)
            throws SQLException, ExecutionException, InterruptedException {
        prepare();
        ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);
        try {
            long start = System.nanoTime();
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                all.add(threads.submit((Callable<Void>) () -> commit(database, number)));
                all.add(threads.submit((Callable<Void>) () -> produce(records, batches, number)));
            }
            for (Future<?> one : all) {
                one.get();
            }
            return Duration.ofNanos(System.nanoTime() - start);
        } finally {
            threads.shutdownNow();
        }
    }

    private void prepare() throws SQLException, ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, THREADS, (short) 1)))
                    .all()
                    .get();
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table bench_log (id bigint generated always as identity primary key, body bytea)");
            statement.execute("create table bench_row (thread int primary key, body bytea) with (fillfactor = 50)");
            for (int thread = 0; thread < THREADS; thread++) {
                statement.execute("insert into bench_row values (" + thread + ", '')");
            }
        }
    }

    private Void commit(DatabaseWork work, int thread) throws SQLException {
        long commits = part(work.commits(), thread);
        try (Connection connection =
                        DriverManager.getConnection(jdbcUrl + "?reWriteBatchedInserts=true", "postgres", "postgres");
                PreparedStatement insert = connection.prepareStatement("insert into bench_log (body) values (?)");
                PreparedStatement update =
                        connection.prepareStatement("update bench_row set body = ? where thread = ?");
                PreparedStatement delete = connection.prepareStatement(
                        "delete from bench_log where id in (select id from bench_log order by id limit ? for update skip locked)")) {
            connection.setAutoCommit(false);
            for (long number = 0; number < commits; number++) {
                for (long i = rows(work.inserted(), commits, number); i > 0; i--) {
                    insert.setBytes(1, body);
                    insert.addBatch();
                }
                insert.executeBatch();
                for (long i = rows(work.updated(), commits, number); i > 0; i--) {
                    update.setBytes(1, body);
                    update.setInt(2, thread);
                    update.addBatch();
                }
                update.executeBatch();
                long deleted = rows(work.deleted(), commits, number);
                if (deleted > 0) {
                    delete.setLong(1, deleted);
                    delete.executeUpdate();
                }
                connection.commit();
            }
        }
        return null;
    }

    private Void produce(long records, long batches, int thread) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "acks",
                        "all",
                        "linger.ms",
                        "0",
                        "transactional.id",
                        "bench-writes-" + thread),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            long mine = part(batches, thread);
            for (long number = 0; number < mine; number++) {
                producer.beginTransaction();
                for (long i = rows(records, mine, number); i > 0; i--) {
                    // The commit fails if one of them does.
                    var unused = producer.send(new ProducerRecord<>(TOPIC, thread, null, body));
                }
                producer.commitTransaction();
            }
        }
        return null;
    }

    /** What a thread does of a total. */
    private static long part(long total, int thread) {
        return total / THREADS + (thread < total % THREADS ? 1 : 0);
    }

    /** How many of a thread's part of the rows go into its transaction of that number: spread evenly. */
    private static long rows(long total, long transactions, long number) {
        double each = (double) total / THREADS / transactions;
        return Math.round((number + 1) * each) - Math.round(number * each);
    }
}
