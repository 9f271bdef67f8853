package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.Access;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to one cluster, read to its end.
 *
 * @param path below the cluster's URL, decoded
 */
record ApiRequest(String method, List<String> path, MultiMap query, MultiMap headers, Buffer body, Access access) {

    /** The value of a query parameter; empty when absent. */
    String query(String name) {
        String value = query.get(name);
        return value == null ? "" : value;
    }

    boolean flag(String name) {
        String value = query(name);
        return value.equals("true") || value.equals("1");
    }

    boolean isWatch() {
        return method.equals("GET") && flag("watch");
    }

    boolean isWrite() {
        return !method.equals("GET") && !method.equals("HEAD") && !method.equals("OPTIONS");
    }

    boolean isDryRun() {
        return query("dryRun").equals("All");
    }

    /** What the client calls itself, else the first word of its user agent, as the API server has it. */
    String manager() {
        String named = query("fieldManager");
        return named.isEmpty() ? userAgent().split("/", 2)[0] : named;
    }

    String userAgent() {
        return header("User-Agent");
    }

    String contentType() {
        return header("Content-Type").split(";", 2)[0].trim();
    }

    String accept() {
        return header("Accept");
    }

    private String header(String name) {
        @Nullable String value = headers.get(name);
        return value == null ? "" : value;
    }
}
