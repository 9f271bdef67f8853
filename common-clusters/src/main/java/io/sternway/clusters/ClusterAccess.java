package io.sternway.clusters;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How a cluster's API server is reached. Credentials are named here, never held: they are read again when they change. */
public sealed interface ClusterAccess {

    /**
     * By a context of a kubeconfig file.
     *
     * @param kubeconfig the file, absolute
     * @param context the context; absent for the file's current one
     */
    record Kubeconfig(Path kubeconfig, @Nullable String context) implements ClusterAccess {}

    /**
     * By URL.
     *
     * @param server the API server's URL, http or https
     * @param tokenFile a file that holds a bearer token, absolute
     * @param caFile the certificate authority in PEM, absolute; absent for those that the JVM trusts
     * @param insecureSkipTlsVerify takes any certificate
     */
    record Server(
            URI server, @Nullable Path tokenFile, @Nullable Path caFile, boolean insecureSkipTlsVerify)
            implements ClusterAccess {}
}
