package io.sternway.watcher.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/** Which clusters there are and how they are called. */
@ConfigMapping(prefix = "sternway.clusters")
public interface ClustersConfig {

    /** The inventory file. */
    Path inventory();

    /** The inventory's name, in the key {@code _inventory/<source>}. */
    @WithDefault("default")
    String source();

    /** Each call's deadline, its body included. */
    @WithDefault("5s")
    Duration requestTimeout();

    /** For the connection alone. */
    @WithDefault("2s")
    Duration connectTimeout();
}
