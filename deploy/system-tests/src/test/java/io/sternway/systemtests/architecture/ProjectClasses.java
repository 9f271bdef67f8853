package io.sternway.systemtests.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sternway.systemtests.environment.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The compiled main classes of every module. */
public final class ProjectClasses {

    /** Every module. */
    static final List<String> MODULES = List.of(
            "common-events",
            "common-messaging",
            "common-clusters",
            "promotion-service",
            "rollback-executor",
            "rollout-watcher",
            "health-evaluator",
            "deploy/sandbox",
            "deploy/system-tests",
            "deploy/benchmarks");

    private ProjectClasses() {}

    /** All of them, read anew. */
    public static JavaClasses main() {
        Path project = ProjectFolder.root();
        List<Path> folders = MODULES.stream()
                .map(project::resolve)
                .filter(module -> Files.isDirectory(module.resolve("src/main")))
                .map(module -> module.resolve("target/classes"))
                .toList();
        folders.forEach(folder -> {
            if (!Files.isDirectory(folder)) {
                throw new IllegalStateException("not compiled: " + folder + "; run ./mvnw verify from the top");
            }
        });
        return new ClassFileImporter().importPaths(folders);
    }

    /** The compiled tests of this module. */
    static JavaClasses systemTests() {
        return new ClassFileImporter()
                .importPath(ProjectFolder.root().resolve("deploy/system-tests/target/test-classes"));
    }
}
