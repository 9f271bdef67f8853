package io.sternway.watcher.domain.watch;

import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one look at a cluster reads: one LIST for each kind, however many targets there are (H2). */
public final class ListPlan {

    private ListPlan() {}

    /**
     * The kinds to list, each with the highest resourceVersion that was applied: what is listed must not be older. Secrets
     * are not read.
     */
    public static Map<ResourceKind, KindList> kinds(Collection<WatchedTarget> targets) {
        Map<ResourceKind, Set<ObjectKey>> wanted = new TreeMap<>();
        Map<ResourceKind, String> versions = new HashMap<>();
        for (WatchedTarget target : targets) {
            for (WatchedObject object : target.objects()) {
                if (!object.kind().isSecret()) {
                    wanted.computeIfAbsent(object.kind(), kind -> new HashSet<>())
                            .add(object.key());
                    versions.merge(object.kind(), object.resourceVersion(), ListPlan::later);
                }
            }
        }
        Map<ResourceKind, KindList> reads = new TreeMap<>();
        wanted.forEach((kind, keys) -> reads.put(kind, new KindList(keys, later(versions.get(kind), null))));
        return reads;
    }

    /** The later of two resourceVersions of one kind; one that is not a number is not compared and loses. */
    public static @Nullable String later(@Nullable String a, @Nullable String b) {
        Optional<BigInteger> left = number(a);
        Optional<BigInteger> right = number(b);
        if (left.isEmpty()) {
            return right.isEmpty() ? null : b;
        }
        return right.isEmpty() || left.get().compareTo(right.get()) >= 0 ? a : b;
    }

    private static Optional<BigInteger> number(@Nullable String version) {
        return version != null && !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Optional.of(new BigInteger(version))
                : Optional.empty();
    }

    /**
     * One kind's LIST.
     *
     * @param wanted the objects that somebody watches; others are not kept
     * @param notOlderThan the listing must be at least this new; absent: anything will do
     */
    public record KindList(Set<ObjectKey> wanted, @Nullable String notOlderThan) {

        public KindList {
            wanted = Set.copyOf(wanted);
        }
    }
}
