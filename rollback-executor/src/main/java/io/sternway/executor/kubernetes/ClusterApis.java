package io.sternway.executor.kubernetes;

/** The APIs of all clusters. */
interface ClusterApis {

    /** A cluster's API. One that cannot be reached answers its calls so. */
    ClusterApi of(String cluster);
}
