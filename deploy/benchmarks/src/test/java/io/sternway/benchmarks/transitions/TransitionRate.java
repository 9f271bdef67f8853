package io.sternway.benchmarks.transitions;

import io.sternway.benchmarks.Benchmark;
import io.sternway.benchmarks.Figures;
import io.sternway.benchmarks.Progress;
import io.sternway.benchmarks.Report;
import io.sternway.benchmarks.Sizes;
import io.sternway.benchmarks.Testbed;
import io.sternway.events.InventoryRead.InventoryCluster;
import io.sternway.events.Topic;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.Stack;
import io.sternway.systemtests.content.Documents;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** B2. */
public final class TransitionRate implements Benchmark {

    private static final int GROUPS = 50;
    private static final int CLUSTERS_OF_STAGE = 2;
    private static final int WARM_UP = 1000;

    @Override
    public Report measure(Sizes sizes) throws Exception {
        try (Stack stack = Stack.start(
                Testbed.options("b2").only(Set.of(Service.PROMOTION_SERVICE)).over(noClusters()))) {
            String bootstrap = stack.broker().bootstrapServers();
            try (PlayedFleet fleet = new PlayedFleet(bootstrap, clusters());
                    Published published = new Published(bootstrap)) {
                fleet.start();
                Progress.say("B2: warming up");
                publish(bootstrap, "warm-up", WARM_UP);
                published.awaitRuns(WARM_UP);
                return measure(stack, published, sizes.promotions());
            }
        }
    }

    private static Report measure(Stack stack, Published published, int promotions) throws Exception {
        String bootstrap = stack.broker().bootstrapServers();
        DatabaseWork before = DatabaseWork.of(stack.database().jdbcUrl());
        long audits = published.audits();
        long records = published.records();
        double batches = batches(stack);
        Progress.say("B2: %d promotions at once", promotions);
        long start = System.nanoTime();
        publish(bootstrap, "bench", promotions);
        published.awaitRuns(WARM_UP + promotions);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        long transitions = published.audits() - audits;
        long produced = published.records() - records;
        long transactions = Math.round(batches(stack) - batches);
        DatabaseWork work = DatabaseWork.of(stack.database().jdbcUrl()).since(before);
        Progress.say("B2: the same bare: %s", work);
        stack.service(Service.PROMOTION_SERVICE).close();
        DatabaseWork idle = DatabaseWork.of(stack.database().jdbcUrl());
        Duration bare = new BareWrites(stack, published.bytesOfRecord()).run(work, produced, transactions);
        DatabaseWork bareWork = DatabaseWork.of(stack.database().jdbcUrl()).since(idle);
        return new Report("promotions at once", "transitions", "ours", "bare", "ratio")
                .row(
                        Integer.toString(promotions),
                        Long.toString(transitions),
                        Figures.rate(transitions / seconds(took)) + " (" + Figures.time(took) + ")",
                        Figures.rate(transitions / seconds(bare)) + " (" + Figures.time(bare) + ")",
                        Figures.ratio(bare, took))
                .remark("Two stages of " + CLUSTERS_OF_STAGE
                        + " clusters each; executor, watcher and evaluator are played"
                        + " by the benchmark, on the same machine, and answer at once. A transition is a record of the"
                        + " audit topic. From the first request until the last run has succeeded.")
                .remark(String.format(
                        "Bare: as many commits (%d, with %d rows inserted, %d updated, %d deleted) and records (%d in %d"
                                + " transactions) of %d bytes, on 16 connections and 16 producers; %d MiB of WAL, ours %d."
                                + " Goal: 0.50.",
                        work.commits(),
                        work.inserted(),
                        work.updated(),
                        work.deleted(),
                        produced,
                        transactions,
                        published.bytesOfRecord(),
                        bareWork.walBytes() >> 20,
                        work.walBytes() >> 20));
    }

    private static void publish(String bootstrapServers, String name, int count)
            throws InterruptedException, ExecutionException {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int number = 1; number <= count; number++) {
                String promotion = name + "-" + number;
                sent.add(producer.send(new ProducerRecord<>(
                        Topic.REQUESTS.topicName(), "bench/" + promotion, document(promotion, "g" + number % GROUPS))));
            }
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        }
    }

    private static String document(String promotion, String group) {
        List<Map<String, Object>> manifests = List.of(
                Manifests.namespace(promotion), Manifests.deployment(promotion, "app", "1", PodBehaviour.READY));
        return Json.write(Documents.promotion(
                "bench", promotion, "app", manifests, List.of(stage("first", group), stage("second", group))));
    }

    private static Map<String, Object> stage(String name, String group) {
        return Map.of(
                "name",
                name,
                "clusterSelector",
                Map.of("matchLabels", Map.of("group", group, "stage", name)),
                "rollout",
                Map.of("type", "All"),
                "onFailure",
                "Rollback");
    }

    private static List<InventoryCluster> clusters() {
        List<InventoryCluster> clusters = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (String stage : List.of("first", "second")) {
                for (int number = 1; number <= CLUSTERS_OF_STAGE; number++) {
                    clusters.add(new InventoryCluster(
                            "g" + group + "-" + stage + "-" + number, Map.of("group", "g" + group, "stage", stage)));
                }
            }
        }
        return clusters;
    }

    /** How many transactions the outbox has sent so far, by the service's own metrics. */
    private static double batches(Stack stack) throws IOException, InterruptedException {
        HttpResponse<String> metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        stack.service(Service.PROMOTION_SERVICE).url() + "/q/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return metrics.body()
                .lines()
                .filter(line -> line.startsWith("sternway_outbox_lag_seconds_count"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static Path noClusters() throws IOException {
        Path folder = ProjectFolder.ofStack("b2");
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("inventory.yaml"), "clusters: []\n");
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
