package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.vocabulary.HealthState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How clusters are reported, whatever the promotion. Every method belongs into a transaction of the caller. */
public interface Fleet {

    /** What decisions need to know about these clusters and their partitions; the inventory is always whole. */
    FleetView view(Collection<String> clusters);

    /** Locks how these partitions and clusters were reported; those never reported are missing. */
    Reports lockReports(Set<Integer> partitions, Set<String> clusters);

    /** Stores how clusters and partitions were reported, each kind in one statement. */
    void saveReports(Map<String, Reported> clusters, Map<Integer, PartitionView> partitions);

    /**
     * Promotions that the reports of these clusters are to wake.
     *
     * @param reached clusters with a fresh report: for promotions that wait for one
     * @param changed clusters whose reachability changed: for every promotion with a target there
     */
    Set<String> concerned(Collection<String> reached, Collection<String> changed);

    /**
     * Which of these targets were reported with a state that is not known of them (H10), by their index: one of a later
     * transition, or another one of the same transition. The latter follows a HealthUnknown by silence, which keeps the
     * transition number of what it follows.
     */
    List<Integer> unknownStates(List<ReportedState> reported);

    /** Notes of each of these partitions that everything published on it until then is merged. */
    void caughtUp(Map<Integer, Instant> until);

    /**
     * How clusters and partitions were last reported.
     *
     * @param partitions by number
     * @param clusters by name
     */
    record Reports(Map<Integer, PartitionView> partitions, Map<String, Reported> clusters) {}

    /**
     * A cluster's report and the observation that it repeats, so that an older one is told from a newer one.
     *
     * @param view what follows from it
     * @param term see {@link io.sternway.events.ObservationSequence}
     * @param counter likewise
     */
    record Reported(ClusterView view, long term, long counter) {

        /** A report that repeats that observation is not older than this one. */
        public boolean admits(long otherTerm, long otherCounter) {
            return otherTerm > term || (otherTerm == term && otherCounter >= counter);
        }
    }

    /**
     * What a report says about a target.
     *
     * @param promotion {@code project/name}
     * @param cluster the cluster
     * @param epoch the epoch that it holds
     * @param transition the number of its last transition
     * @param state its health
     * @param steady whether nothing changes there (H16)
     */
    record ReportedState(
            String promotion, String cluster, long epoch, long transition, HealthState state, boolean steady) {}

    /** Whether a cluster's report changes more than its time. */
    static boolean changed(@Nullable ClusterView before, ClusterView after) {
        return before == null
                || before.reached() != after.reached()
                || !java.util.Objects.equals(before.freshSince(), after.freshSince());
    }
}
