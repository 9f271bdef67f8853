package io.sternway.sandbox;

import io.sternway.sandbox.stack.ClusterSpec;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.stack.StackOptions;
import io.sternway.sandbox.story.Demonstration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deploy/sandbox/run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Starts a whole Sternway on this machine, plays a release that breaks, and stops everything.")
public final class Sandbox implements Callable<Integer> {

    @Option(names = "--project", hidden = true, defaultValue = ".")
    private Path project = Path.of(".");

    @Option(names = "--dir", description = "Where everything is written (default: deploy/sandbox/target/sandbox).")
    private @Nullable Path directory;

    @Option(names = "--keep", description = "Keep the folder, so that the next start goes on from its state.")
    private boolean keep;

    @Option(names = "--stay", description = "Start everything, play nothing, and stay until Ctrl-C.")
    private boolean stay;

    @Option(
            names = "--clusters",
            defaultValue = "6",
            description = "How many simulated clusters, at least 2 (default: ${DEFAULT-VALUE}).")
    private int clusters = 6;

    @Option(names = "--inventory", description = "Real clusters instead of simulated ones.")
    private @Nullable Path inventory;

    @Option(names = "--kafka-port", defaultValue = "0", description = "The broker's port (default: a free one).")
    private int kafkaPort;

    @Option(names = "--rest-port", defaultValue = "0", description = "promotion-service's port (default: a free one).")
    private int restPort;

    @Option(
            names = "--only",
            split = ",",
            description = "Which services to start; the others are run by hand (default: all).")
    private List<String> only = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Sandbox())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("The sandbox failed: " + failure.getMessage());
                    return 1;
                })
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        StackOptions options = options();
        Path folder = options.directory();
        if (!keep) {
            Folders.delete(folder);
        }
        Files.createDirectories(folder);
        PrintStream out = System.out;
        out.println("Starting Kafka, Postgres, "
                + (inventory == null ? clusters + " simulated clusters" : "clusters of " + inventory)
                + " and the services in " + folder);
        Stack stack = Stack.start(options);
        Thread atExit = new Thread(stack::close, "sandbox-stops");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            if (stay) {
                return stay(stack, out);
            }
            boolean good =
                    new Demonstration(stack, Inventories.read(stack.inventory(Service.ROLLBACK_EXECUTOR)), out).play();
            out.println();
            out.println(good ? "Every cluster serves what it should." : "NOT every cluster serves what it should.");
            return good ? 0 : 1;
        } finally {
            if (!stay) {
                Runtime.getRuntime().removeShutdownHook(atExit);
                stack.close();
                if (!keep) {
                    Folders.deleteAllBut(folder, "logs");
                }
            }
        }
    }

    private int stay(Stack stack, PrintStream out) throws InterruptedException {
        out.println("Everything runs. A client needs " + stack.directory().resolve("sandbox.properties"));
        out.println("  Kafka       " + stack.broker().bootstrapServers());
        stack.services()
                .forEach((service, process) ->
                        out.println(String.format(Locale.ROOT, "  %-18s %s", service.module(), process.url())));
        out.println("  clusters    kubectl --kubeconfig " + stack.kubeconfig());
        out.println("Ctrl-C stops it.");
        new CountDownLatch(1).await();
        return 0;
    }

    private StackOptions options() {
        if (clusters < 2) {
            throw invalid("--clusters=" + clusters + ": at least 2 are needed, one for each stage");
        }
        if (inventory != null && !Files.isRegularFile(inventory)) {
            throw invalid("--inventory=" + inventory + ": there is no such file");
        }
        Path folder = directory != null ? directory : project.resolve("deploy/sandbox/target/sandbox");
        StackOptions options = StackOptions.simulated(
                        project.toAbsolutePath().normalize(),
                        folder.toAbsolutePath().normalize(),
                        inventory == null ? ClusterSpec.fleet(clusters) : List.of())
                .at(kafkaPort, restPort)
                .only(services());
        return inventory == null ? options : options.over(inventory.toAbsolutePath());
    }

    private Set<Service> services() {
        if (only.isEmpty()) {
            return EnumSet.allOf(Service.class);
        }
        try {
            return only.stream()
                    .map(Service::named)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Service.class)));
        } catch (IllegalArgumentException e) {
            throw invalid("--only: " + e.getMessage());
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
}
