package io.sternway.sandbox.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Requests as they go over the wire, through the client's own HTTP, TLS and credentials, without its interpretation. */
record Api(KubernetesClient client) {
    static final String APPLY = "application/apply-patch+yaml";
    static final String MERGE = "application/merge-patch+json";
    static final String STRATEGIC = "application/strategic-merge-patch+json";
    static final String JSON_PATCH = "application/json-patch+json";
    static final String JSON = "application/json";
    static final String METADATA_LIST = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final YAMLMapper YAML_MAPPER = new YAMLMapper();

    Answer get(String path) {
        return send("GET", path, JSON, null, null);
    }

    Answer getAs(String accept, String path) {
        return send("GET", path, accept, null, null);
    }

    Answer post(String path, String yaml) {
        return send("POST", path, JSON, JSON, yaml(yaml).toString());
    }

    Answer put(String path, JsonNode object) {
        return send("PUT", path, JSON, JSON, object.toString());
    }

    Answer patch(String type, String path, String yaml) {
        return send("PATCH", path, JSON, type, yaml(yaml).toString());
    }

    Answer delete(String path, String options) {
        return options.isEmpty()
                ? send("DELETE", path, JSON, null, null)
                : send("DELETE", path, JSON, JSON, yaml(options).toString());
    }

    static JsonNode yaml(String text) {
        try {
            return YAML_MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private Answer send(
            String method, String path, String accept, @Nullable String contentType, @Nullable String body) {
        HttpRequest.Builder request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(client.getMasterUrl().toString().replaceAll("/$", "") + path))
                .header("Accept", accept);
        if (body == null) {
            request.method(method, null, null);
        } else {
            request.method(method, contentType, body);
        }
        try {
            HttpResponse<String> response = client.getHttpClient()
                    .sendAsync(request.build(), String.class)
                    .get(30, TimeUnit.SECONDS);
            return new Answer(response.code(), parsed(response.bodyString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException | java.io.IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        }
    }

    private static JsonNode parsed(String body) {
        try {
            JsonNode json = MAPPER.readTree(body);
            return json.isObject() ? json : TextNode.valueOf(body);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(body);
        }
    }

    /** A query string from pairs, values encoded. */
    static String query(Map<String, String> parameters) {
        StringBuilder query = new StringBuilder();
        parameters.forEach((name, value) -> query.append(query.isEmpty() ? "?" : "&")
                .append(name)
                .append("=")
                .append(java.net.URLEncoder.encode(value, java.nio.charset.StandardCharsets.UTF_8)));
        return query.toString();
    }
}
