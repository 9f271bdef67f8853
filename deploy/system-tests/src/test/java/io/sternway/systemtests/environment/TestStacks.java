package io.sternway.systemtests.environment;

import io.sternway.sandbox.stack.ClassArchive;
import io.sternway.sandbox.stack.Launch;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.stack.StackOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Starts stacks as tests need them. */
public final class TestStacks {

    /** Tried once: a JDK that can make no archive starts services as without. */
    private static boolean trained;

    private TestStacks() {}

    /** Starts a stack with the quick settings, one after the other: several at once would keep a machine from everything. */
    static synchronized Stack start(StackOptions options) {
        Launch launch = options.profile().launch();
        if (!trained && launch.archived() && !ClassArchive.areThere(ProjectFolder.root(), launch.javaHome())) {
            try (Stack training = startBare("training")) {
                ClassArchive.makeMissing(training, Launch.small());
            }
            trained = true;
        }
        return Stack.start(options.with(quickSettings()));
    }

    /** Starts a stack of that name that has broker, database, no cluster and no service. */
    public static Stack startBare(String name) {
        Path folder = ProjectFolder.ofStack(name);
        try {
            Files.createDirectories(folder);
            Path inventory = Files.writeString(folder.resolve("inventory.yaml"), "clusters: []\n");
            return Stack.start(StackOptions.simulated(ProjectFolder.root(), folder, List.of())
                    .only(Set.of())
                    .over(inventory));
        } catch (IOException e) {
            throw new UncheckedIOException("an inventory cannot be written", e);
        }
    }

    /**
     * Shorter intervals than in production, so that no scenario waits for longer than it must; three of them, after which
     * a cluster counts as silent, are long enough for a machine on which everything runs side by side.
     */
    public static Map<String, String> quickSettings() {
        return Map.of(
                "sternway.promotion.health.active-interval", "3s",
                "sternway.promotion.health.steady-interval", "4s",
                "sternway.promotion.health.check-interval", "500ms",
                "sternway.watcher.steady-interval", "4s");
    }
}
