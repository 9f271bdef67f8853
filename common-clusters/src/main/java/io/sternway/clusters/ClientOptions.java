package io.sternway.clusters;

import java.time.Duration;

/**
 * How a service calls clusters. Retries are the caller's, by its own rules: the client has none (X4).
 *
 * @param userAgent what API servers log, for example {@code sternway-rollout-watcher/0.1.0}
 * @param requestTimeout a call ends after this, its body included; watches are not bound by it
 * @param connectTimeout for the connection alone
 */
public record ClientOptions(String userAgent, Duration requestTimeout, Duration connectTimeout) {

    /** A request has 5 s, a connection 2 s. */
    public static ClientOptions of(String userAgent) {
        return new ClientOptions(userAgent, Duration.ofSeconds(5), Duration.ofSeconds(2));
    }
}
