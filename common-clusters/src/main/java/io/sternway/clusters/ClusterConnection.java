package io.sternway.clusters;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sternway.clusters.Credentials.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's client and what is known of its credentials. They are looked at again once a second and after a 401;
 * a new token is used from the next request on, anything else needs a new client.
 */
final class ClusterConnection implements CallInterceptor.Answers {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SharedClient shared;
    private ClusterAccess access;
    private @Nullable KubernetesClient client;
    private @Nullable Credentials credentials;
    private List<FileStamp> stamps = List.of();
    private long lookedAt;
    private volatile @Nullable String authorization;
    private volatile boolean refused;
    private volatile long throttledUntil = Long.MIN_VALUE;

    ClusterConnection(SharedClient shared, ClusterAccess access) {
        this.shared = shared;
        this.access = access;
    }

    synchronized void reachBy(ClusterAccess newest) {
        if (!newest.equals(access)) {
            access = newest;
            stamps = List.of();
            credentials = null;
            authorization = null;
            lookedAt = System.nanoTime() - LOOK_NANOS;
            KubernetesClient former = client;
            client = null;
            if (former != null) {
                shared.closeLater(former);
            }
        }
    }

    synchronized KubernetesClient client() {
        KubernetesClient open = client;
        if (open != null && !refused && System.nanoTime() - lookedAt < LOOK_NANOS) {
            return open;
        }
        lookedAt = System.nanoTime();
        Credentials before = credentials;
        if (open != null
                && before != null
                && !refused
                && !stamps.isEmpty()
                && stamps(before).equals(stamps)) {
            return open;
        }
        Credentials now = shared.credentials().read(access);
        KubernetesClient next =
                open != null && before != null && before.endpoint().equals(now.endpoint())
                        ? open
                        : build(now.endpoint());
        refused = false;
        stamps = stamps(now);
        credentials = now;
        authorization = now.authorization();
        client = next;
        if (open != null && open != next) {
            shared.closeLater(open);
        }
        return next;
    }

    /** How long the API server still wants to be left alone; null if it does not. */
    @Nullable
    Duration retryAfter() {
        long until = throttledUntil;
        long left = until - System.nanoTime();
        return until == Long.MIN_VALUE || left <= 0 ? null : Duration.ofNanos(left);
    }

    @Override
    public void unauthorized() {
        refused = true;
    }

    @Override
    public void throttled(Duration retryAfter) {
        throttledUntil = System.nanoTime() + retryAfter.toNanos();
    }

    synchronized void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private static List<FileStamp> stamps(Credentials of) {
        return of.files().stream().map(FileStamp::of).toList();
    }

    private KubernetesClient build(Endpoint endpoint) {
        ClientOptions options = shared.options();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(endpoint.server())
                .withCaCertData(endpoint.authority())
                .withTrustCerts(endpoint.insecure())
                .withDisableHostnameVerification(endpoint.insecure())
                .withClientCertData(endpoint.certificate())
                .withClientKeyData(endpoint.key())
                .withHttpProxy(endpoint.proxy())
                .withHttpsProxy(endpoint.proxy())
                .withUserAgent(options.userAgent())
                .withRequestTimeout((int) options.requestTimeout().toMillis())
                .withConnectionTimeout((int) options.connectTimeout().toMillis())
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(100)
                .build();
        try {
            return new KubernetesClientBuilder()
                    .withConfig(config)
                    .withHttpClientFactory(shared.factory())
                    .withKubernetesSerialization(shared.serialization())
                    .withTaskExecutor(shared.executor())
                    .withHttpClientBuilderConsumer(http -> {
                        http.addOrReplaceInterceptor(CallInterceptor.NAME, null);
                        http.addOrReplaceInterceptor(
                                CallInterceptor.NAME,
                                new CallInterceptor(
                                        shared.vertx(), options.requestTimeout(), () -> authorization, this));
                    })
                    .build();
        } catch (RuntimeException e) {
            throw new ClusterException(ClusterFailure.credentials("credentials: certificate or key cannot be used: "
                    + e.getClass().getSimpleName()));
        }
    }
}
