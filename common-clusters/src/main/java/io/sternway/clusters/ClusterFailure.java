package io.sternway.clusters;

import com.fasterxml.jackson.core.JacksonException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What a failed call to a cluster means, told by status code and kind of exception, never by the text of a message.
 *
 * @param kind what it means
 * @param status the HTTP status; 0 without an answer
 * @param message for people; holds no content of objects
 * @param retryAfter how long the API server asks to be left alone, where it said so
 * @param outcomeUnknown whether a write may have taken effect, or may still do so: the request was sent and its answer
 *     did not come
 */
public record ClusterFailure(
        Kind kind, int status, String message, @Nullable Duration retryAfter, boolean outcomeUnknown) {

    /** Kinds of failure. Their names are the reasons in events. */
    public enum Kind {
        /** No answer: refused, reset, timed out, no such host, TLS. */
        Unreachable,
        /** 401, or the credentials cannot be read. */
        Unauthorized,
        /** 403. */
        Forbidden,
        /** 429. */
        Throttled,
        /** 5xx, or an answer that is none of a Kubernetes API. */
        ServerError,
        /** Any other 4xx: about the request, not about the cluster. */
        Refused,
        /** In no inventory, and was not since this process started. */
        ClusterUnknown;

        /** Whether it concerns the whole cluster, so that other calls to it will fail as well. */
        public boolean ofCluster() {
            return this == Unreachable || this == Unauthorized || this == Throttled || this == ClusterUnknown;
        }
    }

    /** The cluster's name is in no inventory. */
    public static ClusterFailure clusterUnknown(String cluster) {
        return new ClusterFailure(Kind.ClusterUnknown, 0, "no inventory has the cluster " + cluster, null, false);
    }

    /** The credentials cannot be used; nothing was sent. */
    public static ClusterFailure credentials(String message) {
        return new ClusterFailure(Kind.Unauthorized, 0, message, null, false);
    }

    /** What an answer means that is not a success. */
    public static ClusterFailure ofStatus(int status, String message) {
        return new ClusterFailure(kind(status), status, message, null, status >= 500);
    }

    /** What an exception means that a call threw. */
    public static ClusterFailure of(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            root = at;
            if (at instanceof ClusterException known) {
                return known.failure();
            }
            if (at instanceof KubernetesClientException answer && answer.getCode() > 0) {
                String message =
                        answer.getStatus() == null ? null : answer.getStatus().getMessage();
                return ofStatus(answer.getCode(), message == null ? "HTTP " + answer.getCode() : message);
            }
        }
        return withoutAnswer(root);
    }

    private static ClusterFailure withoutAnswer(Throwable cause) {
        if (cause instanceof UnknownHostException) {
            return unreachable("no such host: " + cause.getMessage(), false);
        }
        if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
            return unreachable("cannot connect: " + cause.getMessage(), false);
        }
        if (cause instanceof SSLException) {
            return unreachable("TLS: " + cause.getMessage(), false);
        }
        if (cause instanceof TimeoutException || cause instanceof CancellationException) {
            return unreachable("no answer in time", true);
        }
        if (cause instanceof JacksonException) {
            return new ClusterFailure(Kind.ServerError, 0, "the answer is not that of a Kubernetes API", null, true);
        }
        if (cause instanceof IOException) {
            return unreachable("connection lost: " + cause.getMessage(), true);
        }
        return unreachable("no answer: " + cause.getClass().getSimpleName(), true);
    }

    private static ClusterFailure unreachable(String message, boolean outcomeUnknown) {
        return new ClusterFailure(Kind.Unreachable, 0, message, null, outcomeUnknown);
    }

    private static Kind kind(int status) {
        if (status >= 500) {
            return Kind.ServerError;
        }
        return switch (status) {
            case 401 -> Kind.Unauthorized;
            case 403 -> Kind.Forbidden;
            case 429 -> Kind.Throttled;
            default -> Kind.Refused;
        };
    }

    /** The same with what the API server asked for. */
    public ClusterFailure withRetryAfter(@Nullable Duration wait) {
        return new ClusterFailure(kind, status, message, wait, outcomeUnknown);
    }
}
