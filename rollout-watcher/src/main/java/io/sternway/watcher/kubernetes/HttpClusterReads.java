package io.sternway.watcher.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.app.observe.ClusterReads;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ObjectKey;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.kubernetes.ObjectReader.Page;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads through the Kubernetes client's HTTP client, so that answers are read as streams and nothing is kept needlessly. */
public final class HttpClusterReads implements ClusterReads {

    private static final ResourceKind NAMESPACES = new ResourceKind("v1", "Namespace", "namespaces");
    private static final ObjectMapper STATUS = new ObjectMapper();
    private static final int GONE = 410;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final int WATCH_SECONDS = 300;

    private final ClusterClients clients;
    private final Duration timeout;
    private final int pageSize;

    /**
     * @param timeout each call's deadline, its body included
     * @param pageSize objects in one page of a list
     */
    public HttpClusterReads(ClusterClients clients, Duration timeout, int pageSize) {
        this.clients = clients;
        this.timeout = timeout;
        this.pageSize = pageSize;
    }

    @Override
    public List<Json> list(String cluster, Query query, Predicate<ObjectKey> keep) {
        List<Json> items = new ArrayList<>();
        String next = null;
        Query asked = query;
        do {
            HttpResponse<byte[]> answer = send(cluster, ApiPaths.page(asked, pageSize, next));
            boolean startAnew = (next != null && answer.code() == GONE)
                    || (asked.notOlderThan() != null && answer.code() == GATEWAY_TIMEOUT && isTooLarge(answer));
            if (startAnew) {
                // The pages have expired, or the cluster has never been as new as that (a restored etcd).
                asked = new Query(query.kind(), query.namespace(), query.selector(), null);
                items.clear();
                next = null;
                answer = send(cluster, ApiPaths.page(asked, pageSize, null));
            }
            Page page = read(cluster, answer, body -> ObjectReader.page(body, keep));
            items.addAll(page.items());
            next = page.next();
        } while (next != null);
        return items;
    }

    @Override
    public Optional<Json> get(String cluster, ResourceKind kind, ObjectKey key) {
        HttpResponse<byte[]> answer = send(cluster, ApiPaths.object(kind, key));
        return answer.code() == 404 ? Optional.empty() : Optional.of(read(cluster, answer, ObjectReader::object));
    }

    @Override
    public void proveLife(String cluster) {
        HttpResponse<byte[]> answer = send(cluster, "/readyz");
        if (answer.code() == 403 || answer.code() == 404) {
            // Its discovery roles were taken away: one consistent read says as much, where it is allowed.
            answer = send(cluster, ApiPaths.page(new Query(NAMESPACES, null, null, null), 1, null));
        }
        if (!HttpResponse.isSuccessful(answer.code())) {
            throw failure(cluster, answer);
        }
    }

    @Override
    public ChangeWatch watch(String cluster, ResourceKind kind, @Nullable String namespace, Consumer<Change> changed) {
        ChangeStream stream = new ChangeStream(changed);
        try {
            KubernetesClient client = clients.client(cluster);
            stream.open(client.getHttpClient(), url(client, ApiPaths.watch(kind, namespace, WATCH_SECONDS)));
        } catch (ClusterException e) {
            stream.close();
        }
        return stream;
    }

    @Override
    public void forget(String cluster) {
        clients.forget(cluster);
    }

    private HttpResponse<byte[]> send(String cluster, String path) {
        long began = System.nanoTime();
        try {
            return sendOnce(cluster, path);
        } catch (ClusterException e) {
            // A kept connection that the server had closed: the read was not carried out, and may be sent again.
            boolean atOnce = System.nanoTime() - began < timeout.toNanos() / 10;
            if (e.failure().kind() == ClusterFailure.Kind.Unreachable
                    && e.failure().outcomeUnknown()
                    && atOnce) {
                return sendOnce(cluster, path);
            }
            throw e;
        }
    }

    private HttpResponse<byte[]> sendOnce(String cluster, String path) {
        KubernetesClient client = clients.client(cluster);
        HttpClient http = client.getHttpClient();
        HttpRequest request = http.newHttpRequestBuilder()
                .uri(url(client, path))
                .header("Accept", "application/json")
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request, byte[].class);
        try {
            return sent.get(timeout.toMillis() + 500, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new ClusterException(clients.failure(cluster, e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new ClusterException(ClusterFailure.of(e));
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new ClusterException(ClusterFailure.of(e));
        }
    }

    private <T> T read(String cluster, HttpResponse<byte[]> answer, Reader<T> reader) {
        if (!HttpResponse.isSuccessful(answer.code())) {
            throw failure(cluster, answer);
        }
        try {
            return reader.read(body(answer));
        } catch (IOException e) {
            throw new ClusterException(new ClusterFailure(
                    ClusterFailure.Kind.ServerError,
                    answer.code(),
                    "the answer is not that of a Kubernetes API",
                    null,
                    false));
        }
    }

    private ClusterException failure(String cluster, HttpResponse<byte[]> answer) {
        String message = status(answer).path("message").asText("HTTP " + answer.code());
        return new ClusterException(clients.failure(cluster, ClusterFailure.ofStatus(answer.code(), message)));
    }

    private static boolean isTooLarge(HttpResponse<byte[]> answer) {
        for (JsonNode cause : status(answer).path("details").path("causes")) {
            if (cause.path("reason").asText().equals("ResourceVersionTooLarge")) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode status(HttpResponse<byte[]> answer) {
        try {
            JsonNode status = STATUS.readTree(body(answer));
            return status == null ? STATUS.missingNode() : status;
        } catch (IOException e) {
            return STATUS.missingNode();
        }
    }

    private static byte[] body(HttpResponse<byte[]> answer) {
        byte[] body = answer.body();
        return body == null ? new byte[0] : body;
    }

    private static String url(KubernetesClient client, String path) {
        String root = client.getMasterUrl().toString();
        return (root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + path;
    }

    private interface Reader<T> {
        T read(byte[] body) throws IOException;
    }
}
