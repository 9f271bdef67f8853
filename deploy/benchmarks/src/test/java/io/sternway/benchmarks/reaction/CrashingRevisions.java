package io.sternway.benchmarks.reaction;

import io.sternway.benchmarks.BenchPromotion;
import io.sternway.benchmarks.Testbed;
import io.sternway.benchmarks.reaction.TopicTimes.Step;
import io.sternway.sandbox.story.AuditTrail;
import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.vocabulary.AuditKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Brings revisions that crash, and sees how long it takes until the good one is back. */
final class CrashingRevisions implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Set<String> ENDS =
            Set.of("RunSucceeded", "RunHalted", "RunRolledBack", "RunPartiallyRolledBack", "RunRollbackFailed");
    private static final String GOOD = "good";

    private final ClusterTimes onCluster;
    private final Requests requests;
    private final AuditTrail trail;
    private final TopicTimes onTopics;

    CrashingRevisions(Testbed bed, ClusterTimes onCluster) {
        String bootstrap = bed.stack().broker().bootstrapServers();
        this.onCluster = onCluster;
        this.requests = new Requests(bootstrap);
        this.trail = AuditTrail.follow(bootstrap, entry -> {});
        this.onTopics = new TopicTimes(bootstrap);
    }

    /**
     * When a crash was seen.
     *
     * @param failing the first Pod failing
     * @param observed the watcher's word for it
     * @param judged the evaluator's verdict
     * @param commanded the command to roll back
     * @param written the good spec there again
     * @param restored all PodBehaviour of the good one available, and no other ones
     */
    record Times(long failing, long observed, long judged, long commanded, long written, long restored) {

        long untilWritten() {
            return written - failing;
        }

        long untilRestored() {
            return restored - failing;
        }
    }

    /** The first revision of a release, which works. */
    void bringGood(BenchPromotion release) {
        requests.publish(release.key(), release.document(GOOD, PodBehaviour.READY));
        awaitEnd(release, 1, "RunSucceeded");
    }

    /**
     * One more revision that crashes as soon as its PodBehaviour start; returns when its run has ended.
     *
     * @param number which crash of that release, from 1
     */
    Times once(BenchPromotion release, int number) {
        Watched watched = expect(release, number);
        requests.publish(release.key(), release.document(bad(number), PodBehaviour.CRASH));
        Times times = watched.await();
        awaitEnd(release, number + 1, "RunRolledBack");
        return times;
    }

    /** A revision of each that crashes at the same instant. */
    List<Times> together(List<BenchPromotion> releases, int number, Duration after) {
        String instant =
                Instant.now().plus(after).truncatedTo(ChronoUnit.SECONDS).toString();
        List<Watched> watched =
                releases.stream().map(release -> expect(release, number)).toList();
        releases.forEach(release -> requests.publish(release.key(), release.crashingAt(bad(number), instant)));
        List<Times> times = watched.stream().map(Watched::await).toList();
        releases.forEach(release -> awaitEnd(release, number + 1, "RunRolledBack"));
        return times;
    }

    @Override
    public void close() {
        requests.close();
        trail.close();
        onTopics.close();
    }

    private static String bad(int number) {
        return "bad-" + number;
    }

    /** The good spec counts from the time on when the bad one was written, the restored state from the failure on. */
    private Watched expect(BenchPromotion release, int number) {
        String namespace = release.namespace();
        String image = Manifests.image(bad(number));
        String good = Manifests.image(GOOD);
        CompletableFuture<Long> written = onCluster
                .next(namespace, ClusterTimes.What.WRITTEN, image)
                .thenCompose(ignored -> onCluster.next(namespace, ClusterTimes.What.WRITTEN, good));
        CompletableFuture<Long> failing = onCluster.next(namespace, ClusterTimes.What.FAILING, image);
        CompletableFuture<Long> restored =
                failing.thenCompose(ignored -> onCluster.next(namespace, ClusterTimes.What.RESTORED, good));
        return new Watched(
                release.key() + " " + image,
                failing,
                onTopics.next(release.promotion(), Step.OBSERVED),
                onTopics.next(release.promotion(), Step.JUDGED),
                onTopics.next(release.promotion(), Step.COMMANDED),
                written,
                restored);
    }

    private void awaitEnd(BenchPromotion release, long revision, String end) {
        AuditTrail.Entry entry = trail.await(
                "the end of revision " + revision + " of " + release.key(),
                PATIENCE,
                one -> one.record().kind() == AuditKind.run
                        && release.promotion().equals(one.record().promotion())
                        && Objects.equals(one.record().revision(), revision)
                        && ENDS.contains(one.type()));
        if (!entry.type().equals(end)) {
            throw new IllegalStateException(
                    "revision " + revision + " of " + release.key() + " ended as " + entry.record());
        }
    }

    private record Watched(
            String what,
            CompletableFuture<Long> failing,
            CompletableFuture<Long> observed,
            CompletableFuture<Long> judged,
            CompletableFuture<Long> commanded,
            CompletableFuture<Long> written,
            CompletableFuture<Long> restored) {

        Times await() {
            return new Times(
                    ClusterTimes.await(failing, what + " failing"),
                    ClusterTimes.await(observed, what + " observed"),
                    ClusterTimes.await(judged, what + " judged"),
                    ClusterTimes.await(commanded, what + " to be rolled back"),
                    ClusterTimes.await(written, what + " overwritten"),
                    ClusterTimes.await(restored, what + " replaced"));
        }
    }
}
