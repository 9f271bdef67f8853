package io.sternway.promotion.domain.rules.targets;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.fleet.Freshness;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** R10: continuous health, by one function for soak, deadline, delay and what REST shows. */
public final class HealthySince {
    private static final Duration UNREPORTED_LOOK = Duration.ofSeconds(1);

    private HealthySince() {}

    /**
     * Since when the target has been healthy at this epoch without a break, by our clock; absent if it is not. Degraded,
     * Unknown and a gap in its cluster's reports each end it.
     */
    public static @Nullable Instant of(Situation situation, Target target) {
        HealthFact verdict = target.verdict();
        ClusterView cluster = situation.cluster(target.cluster());
        if (verdict == null
                || !target.ready()
                || cluster == null
                || cluster.freshSince() == null
                || Freshness.ownGap(cluster, situation.partitionOf(target.cluster()), situation.now())) {
            return null;
        }
        return verdict.receivedAt().isAfter(cluster.freshSince()) ? verdict.receivedAt() : cluster.freshSince();
    }

    /** What is waited for comes with the cluster's next report, which brings no fact when nothing changes. */
    public static LookAgain nextReport(Situation situation, String name) {
        ClusterView cluster = situation.cluster(name);
        return LookAgain.in(cluster == null ? UNREPORTED_LOOK : cluster.interval(), situation.now());
    }
}
