package io.sternway.sandbox.contract;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The contract's cluster as the sandbox simulates it. */
final class SimulatedClusterUnderTest implements ClusterUnderTest {
    private static final String NAME = "contract";

    private final SimulatedFleet fleet =
            SimulatedFleet.start(List.of(NAME), FleetOptions.defaults().withControllers(new KubernetesControllers()));
    private final KubernetesClient admin = client(fleet.kubeconfig(Access.ADMIN));
    private final KubernetesClient reader = client(fleet.kubeconfig(Access.READER));
    private final KubernetesClient stranger = RealCluster.client(new ConfigBuilder(admin.getConfiguration())
            .withOauthToken("nobody-has-issued-this")
            .build());

    private static KubernetesClient client(String kubeconfig) {
        try {
            Path file = Files.createTempFile("contract-", ".kubeconfig");
            try {
                Files.writeString(file, kubeconfig);
                return RealCluster.client(RealCluster.config(NAME, file));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public KubernetesClient admin() {
        return admin;
    }

    @Override
    public KubernetesClient reader() {
        return reader;
    }

    @Override
    public KubernetesClient stranger() {
        return stranger;
    }

    @Override
    public void stopControllers() {
        fleet.cluster(NAME).faults().controllersDead(true);
    }

    @Override
    public void startControllers() {
        fleet.cluster(NAME).faults().controllersDead(false);
    }

    @Override
    public void forgetHistory() {
        fleet.cluster(NAME).store().forgetHistory();
    }

    @Override
    public void close() {
        admin.close();
        reader.close();
        stranger.close();
        fleet.close();
    }
}
