package io.sternway.systemtests.environment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Where things are in this checkout. */
public final class ProjectFolder {

    private ProjectFolder() {}

    /** The project's folder: the nearest one upwards that has a wrapper. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not inside the project");
        }
        return folder;
    }

    /** A new folder for a stack of that name, below the target of the module whose tests or benchmarks run. */
    public static Path ofStack(String name) {
        return Path.of("target/stacks")
                .toAbsolutePath()
                .resolve(name + "-" + ProcessHandle.current().pid());
    }
}
