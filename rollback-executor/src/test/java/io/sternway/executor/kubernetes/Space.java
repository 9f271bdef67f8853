package io.sternway.executor.kubernetes;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Pause;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.vocabulary.NoteKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A namespace and a promotion of one test's own on a cluster that tests share. */
final class Space {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "calls");
        thread.setDaemon(true);
        return thread;
    });
    static final List<String> KUBECTL = List.of("kubectl-client-side-apply", "kubectl", "kubectl-create");

    final Cluster cluster;
    final String namespace;
    final Owner owner;
    private final KubernetesDelivery delivery;

    private Space(Cluster cluster, String namespace, Owner owner, KubernetesDelivery delivery) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.owner = owner;
        this.delivery = delivery;
    }

    static Space on(Cluster cluster) {
        String name = "t" + Long.toString(System.nanoTime(), 36) + COUNT.incrementAndGet();
        cluster.createNamespace(name);
        return withApi(cluster, name, new Owner("payments", name), api -> api);
    }

    /** The same promotion through an executor whose calls are tampered with. */
    Space through(UnaryOperator<ClusterApi> tampering) {
        return withApi(cluster, namespace, owner, tampering);
    }

    /** Another promotion in the same namespace. */
    Space other(String promotion) {
        return withApi(cluster, namespace, new Owner("payments", namespace + promotion), api -> api);
    }

    private static Space withApi(Cluster cluster, String name, Owner owner, UnaryOperator<ClusterApi> tampering) {
        ClusterApi api = tampering.apply(cluster.api());
        return new Space(cluster, name, owner, new KubernetesDelivery(any -> api, THREADS, 8));
    }

    String path(String resource, String name) {
        String root = switch (resource) {
            case "deployments", "statefulsets", "daemonsets" -> "/apis/apps/v1";
            case "jobs" -> "/apis/batch/v1";
            case "horizontalpodautoscalers" -> "/apis/autoscaling/v2";
            default -> "/api/v1";
        };
        return root + "/namespaces/" + namespace + "/" + resource + "/" + name;
    }

    String inventoryPath() {
        return "/api/v1/namespaces/" + Owner.NAMESPACE + "/configmaps/" + owner.inventoryName();
    }

    Content content(long epoch, String yaml) {
        return new Content(owner, Cluster.NAME, epoch, epoch, objects(yaml), false, false, KUBECTL, false, false);
    }

    Content forced(long epoch, String yaml) {
        return new Content(owner, Cluster.NAME, epoch, epoch, objects(yaml), false, true, KUBECTL, false, false);
    }

    /** What was revision {@code revision} put back as a new epoch. */
    Content rollback(long epoch, long revision, String yaml) {
        return new Content(owner, Cluster.NAME, epoch, revision, objects(yaml), true, true, KUBECTL, false, true);
    }

    /** The same, while writes of an epoch that did not end may still be on their way. */
    Content fenced(Content content) {
        return new Content(
                content.owner(),
                content.cluster(),
                content.epoch(),
                content.revision(),
                content.objects(),
                content.rollback(),
                content.force(),
                content.adoptFrom(),
                true,
                content.mends());
    }

    private List<java.util.Map<String, Object>> objects(String yaml) {
        return Cluster.objects(yaml.replace("NS", namespace));
    }

    AttemptResult once(Content content) {
        return delivery.apply(content, ALWAYS);
    }

    AttemptResult once(Content content, Permit permit) {
        return delivery.apply(content, permit);
    }

    /** Attempts as a worker makes them, until one is not "again". */
    AttemptResult apply(Content content) {
        return repeated(() -> delivery.apply(content, ALWAYS));
    }

    AttemptResult.Done applied(Content content) {
        AttemptResult attempt = apply(content);
        if (attempt instanceof AttemptResult.Done done) {
            return done;
        }
        throw new AssertionError(attempt);
    }

    AttemptResult.Refused refused(Content content) {
        AttemptResult attempt = apply(content);
        if (attempt instanceof AttemptResult.Refused refused) {
            return refused;
        }
        throw new AssertionError(attempt);
    }

    AttemptResult.Pruned prune(Content content) {
        AttemptResult attempt = repeated(() -> delivery.prune(content, ALWAYS));
        if (attempt instanceof AttemptResult.Pruned pruned) {
            return pruned;
        }
        throw new AssertionError(attempt);
    }

    /** Looks after StatefulSets until none can hang; what was done. */
    List<Note> mended(Content content, AttemptResult.Done applied) {
        List<Note> notes = new ArrayList<>();
        await().untilAsserted(() -> {
            AttemptResult attempt = delivery.mend(content, applied.objects(), ALWAYS);
            if (attempt instanceof AttemptResult.Mended mended) {
                notes.addAll(mended.notes());
                assertTrue(mended.settled(), notes.toString());
            } else {
                throw new AssertionError(attempt);
            }
        });
        return notes;
    }

    AttemptResult pruneOnce(Content content) {
        return delivery.prune(content, ALWAYS);
    }

    AttemptResult release(long epoch, boolean withdraw) {
        Content nothing = new Content(owner, Cluster.NAME, epoch, 0, List.of(), false, false, List.of(), false, false);
        return repeated(() -> delivery.release(nothing, withdraw, ALWAYS));
    }

    static List<String> notes(AttemptResult.Done done, NoteKind kind) {
        return done.notes().stream()
                .filter(note -> note.kind() == kind)
                .map(note -> note.object().name() + " " + note.message())
                .toList();
    }

    private static AttemptResult repeated(Supplier<AttemptResult> attempts) {
        Instant end = Instant.now().plus(Duration.ofSeconds(20));
        AttemptResult attempt = attempts.get();
        while (attempt instanceof AttemptResult.RetryLater && Instant.now().isBefore(end)) {
            Pause.millis(50);
            attempt = attempts.get();
        }
        return attempt;
    }

    static final Permit ALWAYS = new Permit() {
        @Override
        public void check() {}

        @Override
        public void starting() {}
    };
}
