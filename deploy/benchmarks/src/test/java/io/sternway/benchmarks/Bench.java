package io.sternway.benchmarks;

import io.sternway.benchmarks.fleet.SteadyFleet;
import io.sternway.benchmarks.reaction.Reaction;
import io.sternway.benchmarks.rollback.RollbackRate;
import io.sternway.benchmarks.start.StartTimes;
import io.sternway.benchmarks.transitions.TransitionRate;
import io.sternway.systemtests.environment.ProjectFolder;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code deploy/benchmarks/bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures Sternway beside the same work done bare; see docs/benchmarks.md.")
public final class Bench implements Callable<Integer> {

    /** What can be measured. */
    enum Name {
        B1,
        B2,
        B3,
        B4,
        B5;

        private Benchmark benchmark() {
            return switch (this) {
                case B1 -> new Reaction();
                case B2 -> new TransitionRate();
                case B3 -> new SteadyFleet();
                case B4 -> new RollbackRate();
                case B5 -> new StartTimes();
            };
        }
    }

    @Parameters(arity = "1..*", description = "Which: ${COMPLETION-CANDIDATES}.")
    private List<Name> names = List.of();

    @Option(names = "--write", description = "Write the figures into docs/benchmarks.md.")
    private boolean write;

    @Option(names = "--small", description = "Small sizes, to see that it works.")
    private boolean small;

    @Option(names = "--samples", description = "B1, B5: how many (default: 200).")
    private @Nullable Integer samples;

    @Option(names = "--promotions", description = "B2: at once (default: 2000).")
    private @Nullable Integer promotions;

    @Option(names = "--clusters", description = "B3, B4: of the fleet (default: 500).")
    private @Nullable Integer clusters;

    @Option(names = "--applications", description = "B3: on each cluster (default: 50).")
    private @Nullable Integer applications;

    @Option(names = "--seconds", description = "B3: that a steady state is watched for (default: 180).")
    private @Nullable Integer seconds;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        for (Name name : names) {
            String machine = Machine.now();
            Report report = name.benchmark().measure(sizes());
            String section = "`" + command(name) + "`, " + machine + ".\n\n" + report.markdown();
            System.out.println("\n" + section);
            if (write) {
                new BenchmarksDocument(ProjectFolder.root()).write(name.name(), section);
            }
        }
        return 0;
    }

    private String command(Name name) {
        Sizes full = Sizes.full();
        Sizes used = sizes();
        return "deploy/benchmarks/bench " + name + (used.equals(full) ? "" : " with " + used);
    }

    private Sizes sizes() {
        Sizes usual = small ? Sizes.small() : Sizes.full();
        return new Sizes(
                or(samples, usual.samples()),
                or(promotions, usual.promotions()),
                or(clusters, usual.clusters()),
                or(applications, usual.applications()),
                or(seconds, usual.seconds()));
    }

    private static int or(@Nullable Integer given, int usual) {
        return given == null ? usual : given;
    }
}
