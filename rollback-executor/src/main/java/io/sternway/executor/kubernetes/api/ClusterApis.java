package io.sternway.executor.kubernetes.api;

/** The APIs of all clusters. */
public interface ClusterApis {

    /** A cluster's API. One that cannot be reached answers its calls so. */
    ClusterApi of(String cluster);
}
