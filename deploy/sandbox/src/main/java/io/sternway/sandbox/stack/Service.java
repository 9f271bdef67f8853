package io.sternway.sandbox.stack;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The four services, as they are shipped. */
public enum Service {
    PROMOTION_SERVICE("promotion-service", 256),
    ROLLBACK_EXECUTOR("rollback-executor", 256),
    ROLLOUT_WATCHER("rollout-watcher", 256),
    HEALTH_EVALUATOR("health-evaluator", 256);

    private final String module;
    private final int heapMegabytes;

    Service(String module, int heapMegabytes) {
        this.module = module;
        this.heapMegabytes = heapMegabytes;
    }

    /** The module's name, which is the service's too. */
    public String module() {
        return module;
    }

    int heapMegabytes() {
        return heapMegabytes;
    }

    /** What {@code java -jar} starts, below the project's folder. */
    public Path jar(Path project) {
        return project.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
    }

    /**
     * The service of that name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Service named(String name) {
        return Arrays.stream(values())
                .filter(service -> service.module.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no service is named " + name + "; there are "
                        + Arrays.stream(values()).map(Service::module).collect(Collectors.joining(", "))));
    }
}
