package io.sternway.sandbox.story;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryEntry;
import io.sternway.events.AuditRecord;
import io.sternway.sandbox.stack.Stack;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The story: a good revision goes through both stages; the next one breaks in the second stage and is put back. Judged
 * by what the clusters serve at the end, not by our own events.
 */
public final class Demonstration {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String GOOD = "1.0";
    private static final String BAD = "2.0";

    private final Stack stack;
    private final Inventory inventory;
    private final Narrator narrator;

    /**
     * A demonstration.
     *
     * @param stack what runs
     * @param inventory the clusters, with access to read them; {@code env=staging} and {@code env=production} are used
     * @param out where the story goes
     */
    public Demonstration(Stack stack, Inventory inventory, PrintStream out) {
        this.stack = stack;
        this.inventory = inventory;
        this.narrator = new Narrator(out);
    }

    /**
     * Plays it.
     *
     * @return whether every cluster of the last stage serves the good revision again, and every other one the newer
     */
    public boolean play() {
        String bootstrap = stack.broker().bootstrapServers();
        try (ClusterClients clients = ClusterClients.of(inventory, ClientOptions.of("sternway-sandbox"));
                ClusterWatch staging = new ClusterWatch(clients(clients, "staging"));
                ClusterWatch production = new ClusterWatch(clients(clients, "production"));
                AuditTrail trail = AuditTrail.follow(bootstrap, narrator::tells);
                Requests requests = new Requests(bootstrap)) {
            narrator.chapter("Revision 1 is good: it goes to staging, soaks, and goes to production.");
            Instant requested = publish(requests, GOOD, "ready");
            trail.await("the end of the first run", PATIENCE, runEnded(1));
            Instant healthy = Instant.now();
            narrator.chapter("Revision 2 works in staging, but its Pods crash in production.");
            publish(requests, BAD, "crash");
            trail.await("the end of the second run", PATIENCE, runEnded(2));
            boolean good = judge(staging, BAD) & judge(production, GOOD);
            new Summary(stack, narrator).print(Duration.between(requested, healthy), putBackAfter(production));
            return good;
        }
    }

    private Map<String, KubernetesClient> clients(ClusterClients clients, String env) {
        return inventory.clusters().stream()
                .filter(cluster -> env.equals(cluster.labels().get("env")))
                .collect(Collectors.toMap(InventoryEntry::name, cluster -> clients.client(cluster.name())));
    }

    private Instant publish(Requests requests, String version, String podsInProduction) {
        requests.publish(DemoDocument.KEY, DemoDocument.of(version, podsInProduction));
        narrator.does(
                "published to sternway.requests: " + DemoDocument.KEY + " with image " + DemoDocument.image(version));
        return Instant.now();
    }

    private static Predicate<AuditTrail.Entry> runEnded(long revision) {
        return entry -> entry.record().kind() == AuditRecord.Kind.run
                && Objects.equals(entry.record().revision(), revision)
                && ENDS.contains(entry.type());
    }

    private boolean judge(ClusterWatch watch, String version) {
        boolean good = true;
        for (String cluster : watch.clusters()) {
            Optional<ClusterWatch.Served> served = watch.served(cluster);
            boolean right = served.isPresent()
                    && served.get().image().equals(DemoDocument.image(version))
                    && served.get().rolledOut();
            narrator.plain(String.format(
                    Locale.ROOT,
                    "  %-12s %s  serves %s%s",
                    cluster,
                    right ? "ok " : "BAD",
                    served.map(ClusterWatch.Served::image).orElse("nothing"),
                    served.map(now -> now.rolledOut() ? ", all Pods available" : ", not all Pods available")
                            .orElse("")));
            good &= right;
        }
        return good;
    }

    /** From the first failing Pod that an API server showed until the last cluster's Deployment had the good image. */
    private static Optional<Duration> putBackAfter(ClusterWatch production) {
        Optional<Instant> last = production.clusters().stream()
                .flatMap(cluster -> production.imageSince(cluster).stream())
                .max(Instant::compareTo);
        return production.firstFailure().flatMap(failed -> last.map(back -> Duration.between(failed, back)));
    }

    private static final Set<String> ENDS =
            Set.of("RunSucceeded", "RunHalted", "RunRolledBack", "RunPartiallyRolledBack", "RunRollbackFailed");
}
