package io.sternway.sandbox.cluster;

/** What makes a cluster live: Deployments make Pods, Pods become ready, garbage is collected. */
@FunctionalInterface
public interface Controllers {
    /** For a cluster whose objects nobody reconciles. */
    Controllers NONE = cluster -> () -> {};

    /** Begins to work on the cluster; what it returns ends it. Obeys {@link Faults#controllersDead()}. */
    Running start(SimulatedCluster cluster);

    /** Controllers at work. */
    @FunctionalInterface
    interface Running extends AutoCloseable {
        @Override
        void close();
    }
}
