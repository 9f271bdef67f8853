package io.sternway.watcher.app.poll;

import io.sternway.events.Sha256;
import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.observe.TargetObservation;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionOwnership;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One cluster under one ownership: its targets, and the looks at it, one at a time. A look is not begun before the
 * reports of the last one are stored: when the broker is away nothing piles up, and the newest state wins.
 */
final class PolledCluster {

    private final String cluster;
    private final PartitionOwnership ownership;
    private final ObserveCluster observe;
    private final Observations observations;
    private final PollSettings settings;
    private final Map<String, PolledTarget> targets = new TreeMap<>();
    private final Map<ResourceKind, String> newest = new HashMap<>();
    private CompletableFuture<?> reports = CompletableFuture.completedFuture(null);
    private long consistentAt;
    private boolean looked;
    private int failures;
    private boolean slow;

    PolledCluster(
            String cluster,
            PartitionOwnership ownership,
            ObserveCluster observe,
            Observations observations,
            PollSettings settings) {
        this.cluster = cluster;
        this.ownership = ownership;
        this.observe = observe;
        this.observations = observations;
        this.settings = settings;
        this.consistentAt = System.nanoTime() - settings.consistentEvery().toNanos();
    }

    String cluster() {
        return cluster;
    }

    boolean lost() {
        return ownership.lost();
    }

    /** Takes a target, or its newer state; returns whether that is reason to look at once. */
    synchronized boolean put(WatchedTarget target, long appliedNanos) {
        PolledTarget known = targets.get(target.name());
        if (known == null || known.target().epoch() != target.epoch()) {
            targets.put(target.name(), new PolledTarget(target, appliedNanos));
            return true;
        }
        targets.put(target.name(), known.with(target));
        return !known.target().equals(target);
    }

    synchronized void remove(String target) {
        targets.remove(target);
    }

    synchronized int size() {
        return targets.size();
    }

    /** Whether it did not answer, or took its time, when last looked at: then it waits apart from the others. */
    synchronized boolean suspect() {
        return failures > 0 || slow;
    }

    /** Ends when the reports of the last look are stored, or were given up. */
    synchronized CompletableFuture<?> reports() {
        return reports;
    }

    /** Looks and reports; returns what was seen and when to look again. May take seconds. */
    Result look() {
        List<WatchedTarget> now;
        ObserveCluster.Before before;
        Map<String, Duration> since = new HashMap<>();
        synchronized (this) {
            now = targets.values().stream().map(PolledTarget::target).toList();
            targets.forEach((name, polled) -> since.put(name, polled.sinceApplied()));
            boolean consistent = System.nanoTime() - consistentAt
                    >= settings.consistentEvery().toNanos();
            before = new ObserveCluster.Before(newest, consistent, looked && !suspect());
        }
        long began = System.nanoTime();
        ClusterObservation look =
                observe.look(cluster, now, before, target -> since.getOrDefault(target.name(), Duration.ZERO));
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        synchronized (this) {
            slow = took.compareTo(settings.slow()) > 0;
            looked = true;
            failures = look.reached() ? 0 : failures + 1;
            if (look.reached()) {
                newest.putAll(look.newest());
                if (before.consistent()) {
                    consistentAt = began;
                }
            } else {
                // What was seen before may be ahead of a cluster that was restored: start anew.
                newest.clear();
            }
            Duration interval = interval(look, since);
            if (!lost()) {
                reports = report(look, interval);
            }
            return new Result(look, interval, active(look, since));
        }
    }

    private Duration interval(ClusterObservation look, Map<String, Duration> since) {
        Duration interval = look.targets().stream()
                .map(target -> target.target()
                        .pace()
                        .interval(
                                target.allCurrent(),
                                since.getOrDefault(target.target().name(), Duration.ZERO)))
                .min(Duration::compareTo)
                .orElse(settings.steadyInterval());
        if (look.failure() == null) {
            return interval;
        }
        Duration backedOff = interval.multipliedBy(Math.min(failures, 5));
        Duration longest = interval.compareTo(settings.steadyInterval()) > 0 ? interval : settings.steadyInterval();
        Duration wait = backedOff.compareTo(longest) > 0 ? longest : backedOff;
        Duration asked = look.failure().retryAfter();
        return asked != null && asked.compareTo(wait) > 0 ? asked : wait;
    }

    private static boolean active(ClusterObservation look, Map<String, Duration> since) {
        return look.targets().stream()
                .anyMatch(target -> !target.allCurrent()
                        || since.getOrDefault(target.target().name(), Duration.ZERO)
                                        .compareTo(target.target().pace().activeFor())
                                < 0);
    }

    /** Targets first; the cluster's report names only those whose own report is stored. */
    private CompletableFuture<?> report(ClusterObservation look, Duration interval) {
        List<TargetObservation> readable = new ArrayList<>();
        List<CompletableFuture<?>> sent = new ArrayList<>();
        Set<PolledTarget> notStored = ConcurrentHashMap.newKeySet();
        IdentityHashMap<TargetObservation, PolledTarget> polledTargets = new IdentityHashMap<>();
        for (TargetObservation target : look.targets()) {
            PolledTarget polled = targets.get(target.target().name());
            if (polled == null || polled.target().epoch() != target.target().epoch()) {
                continue;
            }
            if (target.readable()) {
                readable.add(target);
                polledTargets.put(target, polled);
            }
            String signature = Sha256.hex(target.signature());
            if (!polled.isReported(signature)) {
                polled.reported(signature);
                sent.add(ownership
                        .report(stamp -> observations.target(stamp, target))
                        .handle((stored, thrown) -> thrown == null || notStored.add(polled)));
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
                .thenCompose(ended -> {
                    forgetReports(notStored);
                    List<TargetObservation> seen = readable.stream()
                            .filter(target -> !notStored.contains(polledTargets.get(target)))
                            .toList();
                    return ownership.report(stamp -> observations.cluster(stamp, look, interval, seen));
                })
                .exceptionally(notStoredEither -> null);
    }

    private synchronized void forgetReports(Set<PolledTarget> notStored) {
        for (PolledTarget polled : notStored) {
            polled.notReported();
            PolledTarget newer = targets.get(polled.target().name());
            if (newer != null) {
                newer.notReported();
            }
        }
    }

    /** What is looked at there now. */
    synchronized List<WatchedTarget> targets() {
        return targets.values().stream().map(PolledTarget::target).toList();
    }

    /**
     * What came of a look.
     *
     * @param look what was seen
     * @param interval how long until the next, at most
     * @param active whether something is going on there
     */
    record Result(ClusterObservation look, Duration interval, boolean active) {}
}
