package io.sternway.executor.kubernetes.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import io.sternway.events.EventJson;
import io.sternway.executor.domain.answer.ApiAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls a cluster through fabric8's HTTP client, below its typed layer: that one loses Retry-After, needs discovery for
 * each kind, and puts whole objects into the messages of its exceptions.
 */
public final class FabricClusterApi implements ClusterApi {
    private static final ObjectMapper JSON = EventJson.mapper();
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String PLAIN = "application/json";

    private final ClusterClients clients;
    private final String cluster;
    private final Duration timeout;

    public FabricClusterApi(ClusterClients clients, String cluster, Duration timeout) {
        this.clients = clients;
        this.cluster = cluster;
        this.timeout = timeout;
    }

    @Override
    public Reply get(String path) {
        return send("GET", path, PLAIN, null);
    }

    @Override
    public Reply apply(String path, Map<String, Object> object, String manager, boolean force, boolean dryRun) {
        return send("PATCH", query(path, manager, dryRun) + "&force=" + force, APPLY, object);
    }

    @Override
    public Reply create(String collection, Map<String, Object> object, String manager, boolean dryRun) {
        return send("POST", query(collection, manager, dryRun), PLAIN, object);
    }

    @Override
    public Reply replace(String path, Map<String, Object> object, String manager) {
        return send("PUT", query(path, manager, false), PLAIN, object);
    }

    @Override
    public Reply patch(String path, List<Map<String, Object>> operations, String manager) {
        return send("PATCH", query(path, manager, false), JSON_PATCH, operations);
    }

    @Override
    public Reply delete(String path, String uid, @Nullable String resourceVersion) {
        Map<String, Object> preconditions = new LinkedHashMap<>();
        preconditions.put("uid", uid);
        if (resourceVersion != null) {
            preconditions.put("resourceVersion", resourceVersion);
        }
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("kind", "DeleteOptions");
        options.put("apiVersion", "v1");
        options.put("preconditions", preconditions);
        options.put("propagationPolicy", "Background");
        return send("DELETE", path, PLAIN, options);
    }

    private static String query(String path, String manager, boolean dryRun) {
        return path + "?fieldManager=" + manager + (dryRun ? "&dryRun=All" : "");
    }

    private Reply send(String method, String path, String contentType, @Nullable Object body) {
        try {
            KubernetesClient client = clients.client(cluster);
            HttpClient http = client.getHttpClient();
            HttpRequest.Builder request = http.newHttpRequestBuilder()
                    .uri(base(client) + path)
                    .setHeader("Accept", PLAIN)
                    .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (body == null) {
                request.method(method, contentType, null);
            } else {
                request.method(method, contentType, JSON.writeValueAsString(body));
            }
            return reply(await(http.sendAsync(request.build(), byte[].class)));
        } catch (ClusterException e) {
            return failed(e.failure());
        } catch (IOException | TimeoutException e) {
            return failed(clients.failure(cluster, e));
        } catch (ExecutionException e) {
            return failed(clients.failure(cluster, e.getCause() == null ? e : e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Failed(ApiAnswer.none("interrupted"), true);
        }
    }

    private static String base(KubernetesClient client) {
        String master = client.getConfiguration().getMasterUrl();
        return master.endsWith("/") ? master.substring(0, master.length() - 1) : master;
    }

    /** The client's own limits should end a call; a little later this does, whatever happens. */
    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return answer.get(timeout.toMillis() + 250, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw e;
        }
    }

    private Reply reply(HttpResponse<byte[]> response) {
        byte[] bytes = response.body() == null ? new byte[0] : response.body();
        Map<String, Object> body = parse(bytes);
        if (response.isSuccessful()) {
            return body == null || !(body.get("kind") instanceof String)
                    ? new Failed(ApiAnswer.none("the answer is not that of a Kubernetes API"), true)
                    : new Ok(body);
        }
        Duration retryAfter = response.code() == 429 || response.code() == 503
                ? clients.retryAfter(cluster).orElse(null)
                : null;
        ApiAnswer answer = StatusReader.read(response.code(), body, text(bytes), retryAfter);
        return new Failed(answer, answer.status() == 0 || answer.status() >= 500);
    }

    private static @Nullable Map<String, Object> parse(byte[] bytes) {
        try {
            return JSON.readValue(bytes, StatusReader.OBJECT);
        } catch (IOException e) {
            return null;
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, 300), StandardCharsets.UTF_8).strip();
    }

    private static Reply failed(ClusterFailure failure) {
        if (failure.kind() == ClusterFailure.Kind.ClusterUnknown) {
            return new Failed(StatusReader.clusterUnknown(failure.message()), false);
        }
        int status = failure.kind() == ClusterFailure.Kind.Unauthorized ? 401 : failure.status();
        return new Failed(
                new ApiAnswer(status, null, failure.message(), null, List.of(), failure.retryAfter()),
                failure.outcomeUnknown());
    }
}
