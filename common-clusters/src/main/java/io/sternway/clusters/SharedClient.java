package io.sternway.clusters;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * What all clusters' clients have in common: each having its own would cost 200 clusters 300 MB instead of 30.
 */
record SharedClient(
        ClientOptions options,
        Vertx vertx,
        HttpClient.Factory factory,
        KubernetesSerialization serialization,
        Executor executor,
        CredentialFiles credentials) {

    static SharedClient of(ClientOptions options, Vertx vertx, Executor executor) {
        return new SharedClient(
                options,
                vertx,
                new VertxHttpClientFactory(vertx),
                new KubernetesSerialization(),
                executor,
                new CredentialFiles());
    }

    /** When the calls that are under way have ended. */
    void closeLater(KubernetesClient old) {
        vertx.setTimer(options.requestTimeout().multipliedBy(2).toMillis(), fired -> old.close());
    }
}
