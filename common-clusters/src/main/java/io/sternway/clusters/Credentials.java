package io.sternway.clusters;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client needs to reach one cluster, as read from files.
 *
 * @param endpoint where and over which connection
 * @param authorization the header's value; absent when the connection's certificate says who we are
 * @param files what was read, so that a change is noticed
 */
record Credentials(Endpoint endpoint, @Nullable String authorization, List<Path> files) {

    Credentials {
        files = List.copyOf(files);
    }

    /** Holds secrets. */
    @Override
    public String toString() {
        return "Credentials[" + endpoint.server + "]";
    }

    /**
     * What a connection is made of; a change needs new connections.
     *
     * @param server the API server's URL
     * @param authority PEM, in Base64; absent for those that the JVM trusts
     * @param insecure takes any certificate
     * @param certificate the client's, PEM in Base64
     * @param key the client's, PEM in Base64
     * @param proxy URL of a proxy
     */
    record Endpoint(
            String server,
            @Nullable String authority,
            boolean insecure,
            @Nullable String certificate,
            @Nullable String key,
            @Nullable String proxy) {

        /** Holds secrets. */
        @Override
        public String toString() {
            return server;
        }
    }
}
