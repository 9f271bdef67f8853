package io.sternway.sandbox.contract;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import java.nio.file.Path;

/** The contract's cluster as deploy/control-plane starts it. */
final class RealCluster implements ClusterUnderTest {
    private final RealControlPlane controlPlane = RealControlPlane.start("contract");
    private final Config config = config(controlPlane.name());
    private final KubernetesClient admin = client(config);
    private final KubernetesClient reader = client(config(controlPlane.name() + "-reader"));
    private final KubernetesClient stranger = client(
            new ConfigBuilder(config).withOauthToken("nobody-has-issued-this").build());

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
        controlPlane.freeze(RealControlPlane.Part.KUBE_CONTROLLER_MANAGER);
    }

    @Override
    public void startControllers() {
        controlPlane.thaw(RealControlPlane.Part.KUBE_CONTROLLER_MANAGER);
    }

    @Override
    public void forgetHistory() {
        // The watch cache of a new kind begins when it is first read.
    }

    @Override
    public void close() {
        admin.close();
        reader.close();
        stranger.close();
        controlPlane.close();
    }

    private Config config(String context) {
        return config(context, controlPlane.kubeconfig());
    }

    /** A context of a kubeconfig, for a client that does not repeat requests. */
    static Config config(String context, Path kubeconfig) {
        return new ConfigBuilder(Config.fromKubeconfig(context, kubeconfig.toFile()))
                .withRequestRetryBackoffLimit(0)
                .withRequestTimeout(20_000)
                .build();
    }

    static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
