package io.sternway.clusters;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.sternway.clusters.Credentials.Endpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads credentials. Nothing is taken from the environment or from the home folder: a variable meant for one cluster
 * must not redirect all.
 */
final class CredentialFiles {

    private final KubeconfigFiles kubeconfigs = new KubeconfigFiles();

    /**
     * Reads what an access names.
     *
     * @throws ClusterException Unauthorized, saying what cannot be read or is not supported
     */
    Credentials read(ClusterAccess access) {
        try {
            return access instanceof ClusterAccess.Kubeconfig named
                    ? ofKubeconfig(named)
                    : ofServer((ClusterAccess.Server) access);
        } catch (IOException e) {
            throw refused("cannot be read: " + e.getMessage());
        }
    }

    private static Credentials ofServer(ClusterAccess.Server access) throws IOException {
        List<Path> files = new ArrayList<>();
        String authority = pem(access.caFile(), files);
        String token = access.tokenFile() == null ? null : text(access.tokenFile(), files);
        Endpoint endpoint =
                new Endpoint(access.server().toString(), authority, access.insecureSkipTlsVerify(), null, null, null);
        return new Credentials(endpoint, bearer(token), files);
    }

    private Credentials ofKubeconfig(ClusterAccess.Kubeconfig access) throws IOException {
        Path file = access.kubeconfig();
        KubeconfigFiles.Contexts contexts = kubeconfigs.read(file);
        String name = access.context() == null ? contexts.current() : access.context();
        Context context = name == null ? null : contexts.contexts().get(name);
        if (context == null) {
            throw refused(file + " has no context " + name);
        }
        Cluster cluster = contexts.clusters().get(context.getCluster());
        if (cluster == null || cluster.getServer() == null) {
            throw refused(file + " has no server for context " + name);
        }
        if (cluster.getTlsServerName() != null) {
            throw refused(file + ": tls-server-name is not supported");
        }
        AuthInfo user = contexts.users().getOrDefault(String.valueOf(context.getUser()), new AuthInfo());
        if (user.getExec() != null || user.getAuthProvider() != null) {
            throw refused(file + ": exec and auth-provider are not supported; give a token file");
        }
        List<Path> files = new ArrayList<>(List.of(file));
        Endpoint endpoint = new Endpoint(
                cluster.getServer(),
                data(cluster.getCertificateAuthorityData(), cluster.getCertificateAuthority(), file, files),
                Boolean.TRUE.equals(cluster.getInsecureSkipTlsVerify()),
                data(user.getClientCertificateData(), user.getClientCertificate(), file, files),
                data(user.getClientKeyData(), user.getClientKey(), file, files),
                cluster.getProxyUrl());
        return new Credentials(endpoint, authorization(user, file, files), files);
    }

    private static @Nullable String authorization(AuthInfo user, Path kubeconfig, List<Path> files) throws IOException {
        if (user.getTokenFile() != null && !user.getTokenFile().isEmpty()) {
            return bearer(text(kubeconfig.resolveSibling(user.getTokenFile()), files));
        }
        if (user.getToken() != null && !user.getToken().isEmpty()) {
            return bearer(user.getToken());
        }
        if (user.getUsername() != null && user.getPassword() != null) {
            String both = user.getUsername() + ":" + user.getPassword();
            return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
        }
        return null;
    }

    private static @Nullable String data(
            @Nullable String inline, @Nullable String named, Path kubeconfig, List<Path> files) throws IOException {
        if (inline != null && !inline.isEmpty()) {
            return inline;
        }
        return named == null || named.isEmpty() ? null : pem(kubeconfig.resolveSibling(named), files);
    }

    private static @Nullable String pem(@Nullable Path file, List<Path> files) throws IOException {
        if (file == null) {
            return null;
        }
        files.add(file);
        return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    }

    private static String text(Path file, List<Path> files) throws IOException {
        files.add(file);
        String text = Files.readString(file).strip();
        if (text.isEmpty()) {
            throw refused(file + " is empty, a token is expected");
        }
        return text;
    }

    private static @Nullable String bearer(@Nullable String token) {
        return token == null ? null : "Bearer " + token;
    }

    private static ClusterException refused(String message) {
        return new ClusterException(ClusterFailure.credentials("credentials: " + message));
    }
}
