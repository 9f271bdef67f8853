package io.sternway.systemtests.bench.reaction;

import io.sternway.sandbox.story.AuditTrail;
import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.bench.Release;
import io.sternway.systemtests.bench.Testbed;
import io.sternway.systemtests.bench.reaction.Milestones.Step;
import io.sternway.systemtests.scenario.Manifests;
import io.sternway.systemtests.scenario.Pods;
import io.sternway.vocabulary.AuditKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Brings revisions that crash, and sees how long it takes until the good one is back. */
final class Breakages implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Set<String> ENDS =
            Set.of("RunSucceeded", "RunHalted", "RunRolledBack", "RunPartiallyRolledBack", "RunRollbackFailed");
    private static final String GOOD = "good";

    private final Sightings sightings;
    private final Requests requests;
    private final AuditTrail trail;
    private final Milestones milestones;

    Breakages(Testbed bed, Sightings sightings) {
        String bootstrap = bed.stack().broker().bootstrapServers();
        this.sightings = sightings;
        this.requests = new Requests(bootstrap);
        this.trail = AuditTrail.follow(bootstrap, entry -> {});
        this.milestones = new Milestones(bootstrap);
    }

    /**
     * When a breakage was seen.
     *
     * @param failing the first Pod failing
     * @param observed the watcher's word for it
     * @param judged the evaluator's verdict
     * @param commanded the command to roll back
     * @param written the good spec there again
     * @param restored all Pods of the good one available, and no other ones
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
    void bringGood(Release release) {
        requests.publish(release.key(), release.document(GOOD, Pods.READY));
        awaitEnd(release, 1, "RunSucceeded");
    }

    /**
     * One more revision that crashes as soon as its Pods start; returns when its run has ended.
     *
     * @param number which breakage of that release, from 1
     */
    Times once(Release release, int number) {
        Watched watched = expect(release, number);
        requests.publish(release.key(), release.document(bad(number), Pods.CRASH));
        Times times = watched.await();
        awaitEnd(release, number + 1, "RunRolledBack");
        return times;
    }

    /** A revision of each that crashes at the same instant. */
    List<Times> together(List<Release> releases, int number, Duration after) {
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
        milestones.close();
    }

    private static String bad(int number) {
        return "bad-" + number;
    }

    /** The good spec counts from the time on when the bad one was written, the restored state from the failure on. */
    private Watched expect(Release release, int number) {
        String namespace = release.namespace();
        String image = Manifests.image(bad(number));
        String good = Manifests.image(GOOD);
        CompletableFuture<Long> written = sightings
                .next(namespace, Sightings.What.WRITTEN, image)
                .thenCompose(ignored -> sightings.next(namespace, Sightings.What.WRITTEN, good));
        CompletableFuture<Long> failing = sightings.next(namespace, Sightings.What.FAILING, image);
        CompletableFuture<Long> restored =
                failing.thenCompose(ignored -> sightings.next(namespace, Sightings.What.RESTORED, good));
        return new Watched(
                release.key() + " " + image,
                failing,
                milestones.next(release.promotion(), Step.OBSERVED),
                milestones.next(release.promotion(), Step.JUDGED),
                milestones.next(release.promotion(), Step.COMMANDED),
                written,
                restored);
    }

    private void awaitEnd(Release release, long revision, String end) {
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
                    Sightings.await(failing, what + " failing"),
                    Sightings.await(observed, what + " observed"),
                    Sightings.await(judged, what + " judged"),
                    Sightings.await(commanded, what + " to be rolled back"),
                    Sightings.await(written, what + " overwritten"),
                    Sightings.await(restored, what + " replaced"));
        }
    }
}
