package io.sternway.watcher.app.observe;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import io.sternway.clusters.ParallelCalls;
import io.sternway.watcher.app.observe.ClusterReads.Query;
import io.sternway.watcher.app.observe.TargetObservation.ObjectObservation;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.readiness.Assessment;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.ListPlan;
import io.sternway.watcher.domain.watch.ListPlan.KindList;
import io.sternway.watcher.domain.watch.ObjectKey;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a cluster once: one LIST for each kind, Pods only where workloads are not ready (H2). What cannot be read is
 * Unknown with its reason, and nothing else (H4).
 */
public final class ObserveCluster {

    /** So that one look is no burst, and one that fails makes few calls in vain. */
    private static final int CALLS_AT_A_TIME = 4;

    private final ClusterReads reads;
    private final Readiness readiness;
    private final ParallelCalls calls;

    /**
     * @param reads the clusters' APIs
     * @param readiness judges what was read
     * @param threads where calls wait that are made at the same time
     */
    public ObserveCluster(ClusterReads reads, Readiness readiness, Executor threads) {
        this.reads = reads;
        this.readiness = readiness;
        this.calls = new ParallelCalls(threads, CALLS_AT_A_TIME);
    }

    /**
     * Looks once; takes as long as the cluster needs, each call at most its deadline.
     *
     * @param cluster the cluster
     * @param targets what it holds
     * @param before what earlier looks left
     * @param sinceApplied how long ago a target's epoch was applied
     */
    public ClusterObservation look(
            String cluster,
            List<WatchedTarget> targets,
            Before before,
            Function<WatchedTarget, Duration> sinceApplied) {
        Map<ResourceKind, KindList> plan = ListPlan.kinds(targets);
        Map<ResourceKind, KindListing> listings = Map.of();
        ClusterFailure failure = null;
        try {
            if (plan.isEmpty()) {
                reads.proveLife(cluster);
            }
            listings = listings(cluster, plan, before);
        } catch (ClusterException e) {
            failure = e.failure();
        }
        if (failure == null) {
            failure = failureOfAll(listings);
        }
        if (failure != null) {
            return unreached(cluster, failure, targets);
        }
        PodReads pods = new PodReads(reads, calls, cluster);
        try {
            List<TargetObservation> looks = new ArrayList<>();
            Set<String> unready = new TreeSet<>();
            for (WatchedTarget target : targets) {
                looks.add(new TargetObservation(
                        target, objects(target, listings, pods, sinceApplied.apply(target), unready)));
            }
            return new ClusterObservation(cluster, null, looks, newest(listings), unready);
        } catch (ClusterException e) {
            return unreached(cluster, e.failure(), targets);
        }
    }

    /** One kind alone where it is not known whether the cluster answers: one that does not is not asked further. */
    private Map<ResourceKind, KindListing> listings(String cluster, Map<ResourceKind, KindList> plan, Before before) {
        List<ResourceKind> kinds = List.copyOf(plan.keySet());
        List<Supplier<KindListing>> lists = new ArrayList<>();
        plan.forEach((kind, read) -> lists.add(() -> list(cluster, kind, read, before)));
        int alone = before.answered() ? 0 : Math.min(1, lists.size());
        List<KindListing> answers = new ArrayList<>(calls.all(lists.subList(0, alone)));
        answers.addAll(calls.all(lists.subList(alone, lists.size())));
        Map<ResourceKind, KindListing> listings = new HashMap<>();
        for (int i = 0; i < kinds.size(); i++) {
            listings.put(kinds.get(i), answers.get(i));
        }
        return listings;
    }

    private KindListing list(String cluster, ResourceKind kind, KindList read, Before before) {
        String seen = before.newest().get(kind);
        String version = before.consistent() ? null : ListPlan.later(read.notOlderThan(), seen);
        Map<ObjectKey, Json> found = new HashMap<>();
        try {
            for (Json item : reads.list(cluster, Query.ofInventories(kind, version), read.wanted()::contains)) {
                found.put(key(item), item);
                seen = ListPlan.later(seen, item.text("metadata", "resourceVersion"));
            }
            confirmMissing(cluster, kind, read, found);
        } catch (ClusterException e) {
            if (e.failure().kind().ofCluster()) {
                throw e;
            }
            return new KindListing(Map.of(), isNotServed(cluster, kind, e.failure()) ? null : e.failure(), null);
        }
        return new KindListing(found, null, seen);
    }

    /** Anything on the way may answer 404: a kind is gone only if it can go, and the API server itself is alive. */
    private boolean isNotServed(String cluster, ResourceKind kind, ClusterFailure failure) {
        if (failure.status() != 404 || kind.builtIn()) {
            return false;
        }
        reads.proveLife(cluster);
        return true;
    }

    /** Somebody may have taken the label away: what the listing lacks is asked for by name, unless it lacks much. */
    private void confirmMissing(String cluster, ResourceKind kind, KindList read, Map<ObjectKey, Json> found) {
        List<ObjectKey> missing =
                read.wanted().stream().filter(key -> !found.containsKey(key)).toList();
        for (ObjectKey key : missing.subList(0, Math.min(missing.size(), 20))) {
            reads.get(cluster, kind, key).ifPresent(item -> found.put(key, item));
        }
    }

    private List<ObjectObservation> objects(
            WatchedTarget target,
            Map<ResourceKind, KindListing> listings,
            PodReads pods,
            Duration sinceApplied,
            Set<String> unready) {
        List<ObjectObservation> looks = new ArrayList<>();
        for (WatchedObject object : target.objects()) {
            if (object.kind().isSecret()) {
                looks.add(new ObjectObservation(object, object.uid(), object.generation(), Assessment.notRead()));
                continue;
            }
            KindListing listing = listings.get(object.kind());
            if (listing == null || listing.failure() != null) {
                looks.add(unknown(object, listing == null ? null : listing.failure()));
                continue;
            }
            Json now = listing.found().get(object.key());
            Assessment assessment = readiness.assess(object, now, sinceApplied);
            if (now != null && Readiness.needsPods(object, assessment)) {
                String namespace = object.namespace();
                if (namespace != null) {
                    unready.add(namespace);
                }
                PodReads.Pods found = pods.of(object, now);
                assessment = found.failure() == null
                        ? readiness.assess(object, now, sinceApplied, found.replicaSets(), found.pods())
                        : assessment.withNote(
                                "its Pods cannot be read: " + found.failure().kind());
            }
            looks.add(new ObjectObservation(
                    object,
                    now == null ? null : now.text("metadata", "uid"),
                    now == null ? 0 : now.number(0, "metadata", "generation"),
                    assessment));
        }
        return looks;
    }

    private static ClusterObservation unreached(String cluster, ClusterFailure failure, List<WatchedTarget> targets) {
        List<TargetObservation> looks = targets.stream()
                .map(target -> new TargetObservation(
                        target,
                        target.objects().stream()
                                .map(object -> unknown(object, failure))
                                .toList()))
                .toList();
        return new ClusterObservation(cluster, failure, looks, Map.of(), Set.of());
    }

    private static ObjectObservation unknown(WatchedObject object, @Nullable ClusterFailure failure) {
        Assessment assessment = failure == null
                ? Assessment.unknown("NotRead", "it was not read")
                : Assessment.unknown(failure.kind().name(), failure.message());
        return new ObjectObservation(object, null, 0, assessment);
    }

    /** If nothing at all could be read, the cluster was not reached. */
    private static @Nullable ClusterFailure failureOfAll(Map<ResourceKind, KindListing> listings) {
        ClusterFailure first = null;
        for (KindListing listing : listings.values()) {
            if (listing.failure() == null) {
                return null;
            }
            first = first == null ? listing.failure() : first;
        }
        return first;
    }

    private static Map<ResourceKind, String> newest(Map<ResourceKind, KindListing> listings) {
        Map<ResourceKind, String> newest = new HashMap<>();
        listings.forEach((kind, listing) -> {
            if (listing.newest() != null) {
                newest.put(kind, listing.newest());
            }
        });
        return newest;
    }

    static ObjectKey key(Json item) {
        return new ObjectKey(item.text("metadata", "namespace"), item.textOr("", "metadata", "name"));
    }

    /**
     * What earlier looks at the cluster left.
     *
     * @param newest for each kind the resourceVersion that was seen
     * @param consistent whether old answers will not do this time, however new they claim to be
     * @param answered whether it answered the last time, and in time
     */
    public record Before(Map<ResourceKind, String> newest, boolean consistent, boolean answered) {

        public Before {
            newest = Map.copyOf(newest);
        }
    }

    private record KindListing(
            Map<ObjectKey, Json> found,
            @Nullable ClusterFailure failure,
            @Nullable String newest) {}
}
