package io.sternway.sandbox.story;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryEntry;
import io.sternway.sandbox.stack.Stack;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditType;
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
    private static final Set<String> ENDS =
            Set.of("RunSucceeded", "RunHalted", "RunRolledBack", "RunPartiallyRolledBack", "RunRollbackFailed");

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
            long good = revisionsSoFar(trail) + 1;
            long bad = good + 1;
            narrator.chapter("Revision " + good + " is good: it goes to staging, soaks, and goes to production.");
            Instant requested = publish(requests, good, "ready");
            trail.await("the end of the first run", PATIENCE, runEnded(good));
            Instant healthy = Instant.now();
            narrator.chapter("Revision " + bad + " works in staging, but its Pods crash in production.");
            publish(requests, bad, "crash");
            trail.await("the end of the second run", PATIENCE, runEnded(bad));
            narrator.chapter("What the clusters' API servers say now");
            boolean stagingRight = judge(staging, bad);
            boolean productionRight = judge(production, good);
            new Summary(stack, narrator).print(Duration.between(requested, healthy), putBackAfter(production));
            return stagingRight && productionRight;
        }
    }

    private Map<String, KubernetesClient> clients(ClusterClients clients, String env) {
        return inventory.clusters().stream()
                .filter(cluster -> env.equals(cluster.labels().get("env")))
                .collect(Collectors.toMap(InventoryEntry::name, cluster -> clients.client(cluster.name())));
    }

    /** A sandbox that was kept goes on with the next revisions. */
    private static long revisionsSoFar(AuditTrail trail) {
        return trail.entries().stream()
                .filter(entry -> entry.type().equals(AuditType.RevisionCreated.name())
                        && DemoDocument.PROMOTION.equals(entry.record().promotion()))
                .count();
    }

    private Instant publish(Requests requests, long revision, String podsInProduction) {
        requests.publish(DemoDocument.KEY, DemoDocument.of(revision, podsInProduction));
        narrator.does(
                "published to sternway.requests: " + DemoDocument.KEY + " with image " + DemoDocument.image(revision));
        return Instant.now();
    }

    private static Predicate<AuditTrail.Entry> runEnded(long revision) {
        return entry -> entry.record().kind() == AuditKind.run
                && Objects.equals(entry.record().revision(), revision)
                && ENDS.contains(entry.type());
    }

    private boolean judge(ClusterWatch watch, long revision) {
        boolean good = true;
        for (String cluster : watch.clusters()) {
            Optional<ClusterWatch.Served> served = watch.served(cluster);
            boolean right = served.isPresent()
                    && served.get().image().equals(DemoDocument.image(revision))
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
}
