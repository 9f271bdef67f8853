package io.sternway.evaluator.messaging;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which clusters nothing has been heard of, by this process' clock. If the check itself came late, the process stood
 * still and the silence was ours: then every cluster's time starts again.
 */
final class SilentClusters {

    /** A check that comes later than this many periods after the one before tells that we stood still. */
    private static final int LATE = 3;

    private final long periodMillis;
    private final Map<String, Long> heardAt = new HashMap<>();
    private long checkedAt;

    SilentClusters(Duration period, long nowMillis) {
        this.periodMillis = period.toMillis();
        this.checkedAt = nowMillis;
    }

    void heard(String cluster, long nowMillis) {
        heardAt.put(cluster, nowMillis);
    }

    /**
     * The clusters that have been silent for longer than they may, each named once until it is heard again.
     *
     * @param nowMillis this process' clock
     * @param silentAfter how long a cluster may be silent
     */
    List<String> silent(long nowMillis, Function<String, Duration> silentAfter) {
        boolean stoodStill = nowMillis - checkedAt > LATE * periodMillis;
        checkedAt = nowMillis;
        if (stoodStill) {
            heardAt.replaceAll((cluster, at) -> nowMillis);
            return List.of();
        }
        List<String> silent = heardAt.entrySet().stream()
                .filter(entry -> nowMillis - entry.getValue()
                        > silentAfter.apply(entry.getKey()).toMillis())
                .map(Map.Entry::getKey)
                .toList();
        silent.forEach(heardAt::remove);
        return silent;
    }
}
