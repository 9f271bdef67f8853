package io.sternway.sandbox.contract;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.UUID;

/** A cluster that the contract is tried on: two users, and controllers that can be stopped. */
interface ClusterUnderTest extends AutoCloseable {
    /** A client that may do everything. */
    KubernetesClient admin();

    /** A client of the user "reader", who may read all but Secrets. */
    KubernetesClient reader();

    /** A client with a token that nobody has issued. */
    KubernetesClient stranger();

    void stopControllers();

    void startControllers();

    /** After this a watch of a kind that was just defined cannot start at version 1. */
    void forgetHistory();

    @Override
    void close();

    /** A new namespace with the default service account. */
    default Space newSpace() {
        String namespace = "t-" + UUID.randomUUID().toString().substring(0, 8);
        Space space = new Space(new Api(admin()), namespace);
        space.create("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """.formatted(namespace)).is(201);
        return space;
    }
}
