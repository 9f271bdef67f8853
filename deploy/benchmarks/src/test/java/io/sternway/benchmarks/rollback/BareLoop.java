package io.sternway.benchmarks.rollback;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sternway.clusters.ClusterClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Makes the calls that were recorded at one cluster at many others, through the same HTTP client, and nothing else. */
final class BareLoop {

    private static final int TIMEOUT_SECONDS = 30;

    private final ClusterClients clients;
    private final List<RecordedCall> calls;

    BareLoop(ClusterClients clients, List<RecordedCall> calls) {
        this.clients = clients;
        this.calls = calls;
    }

    /** Asks each cluster something, so that connections are open. */
    void connect(List<String> clusters, int concurrency) throws InterruptedException, ExecutionException {
        RecordedCall version = new RecordedCall("GET", "/version", "application/json", "", "", 0);
        for (int i = 0; i < 5; i++) {
            var unused = new BareLoop(clients, List.of(version)).run(clusters, concurrency);
        }
    }

    /** How long it takes for all of them, so many at the same time. */
    Duration run(List<String> clusters, int concurrency) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(concurrency);
        try {
            long start = System.nanoTime();
            List<Future<?>> all = new ArrayList<>();
            for (String cluster : clusters) {
                all.add(threads.submit(() -> replay(clients.client(cluster))));
            }
            for (Future<?> one : all) {
                one.get();
            }
            return Duration.ofNanos(System.nanoTime() - start);
        } finally {
            threads.shutdownNow();
        }
    }

    private Void replay(KubernetesClient client) throws Exception {
        String base = client.getConfiguration().getMasterUrl().replaceAll("/$", "");
        Map<String, String> translation = new HashMap<>();
        for (RecordedCall call : calls) {
            HttpRequest.Builder request =
                    client.getHttpClient().newHttpRequestBuilder().uri(base + call.path());
            request.setHeader("Accept", "application/json");
            request.method(
                    call.method(), call.contentType(), call.body().isEmpty() ? null : translated(call, translation));
            HttpResponse<String> answer = client.getHttpClient()
                    .sendAsync(request.build(), String.class)
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            boolean alike = answer.isSuccessful() != call.answer().contains("\"status\":\"Failure\"");
            if (!alike) {
                throw new IllegalStateException(
                        call.method() + " " + call.path() + " answered " + answer.code() + ": " + answer.body());
            }
            translation.putAll(call.translate(String.valueOf(answer.body())));
        }
        return null;
    }

    private static String translated(RecordedCall call, Map<String, String> translation) {
        String body = call.body();
        for (Map.Entry<String, String> same : translation.entrySet()) {
            body = body.replace(same.getKey(), same.getValue());
        }
        return body;
    }
}
