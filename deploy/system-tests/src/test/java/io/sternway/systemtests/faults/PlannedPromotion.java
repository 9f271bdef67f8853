package io.sternway.systemtests.faults;

import java.time.Duration;
import java.util.List;

/**
 * One promotion of a schedule.
 *
 * @param number counts the promotions of a schedule from 1
 * @param settled whether its first publication has succeeded everywhere before anything goes wrong
 * @param one numbers of the clusters of its first stage
 * @param two numbers of the clusters of its second stage
 * @param deadline progressDeadline of its stages; where it is longer than anything lasts, only evidence fails a revision
 * @param publications what is published, in order; the n-th is revision n
 */
record PlannedPromotion(
        int number,
        boolean settled,
        List<Integer> one,
        List<Integer> two,
        Duration deadline,
        List<Publication> publications) {

    /** A progressDeadline that nothing here is late for. */
    static final Duration AMPLE = Duration.ofMinutes(30);

    /**
     * A revision that is published.
     *
     * @param at when, from the first fault on
     * @param kind what it does
     */
    record Publication(Duration at, RevisionKind kind) {}

    PlannedPromotion {
        one = List.copyOf(one);
        two = List.copyOf(two);
        publications = List.copyOf(publications);
    }

    /** The number of the newest revision, from 1. */
    int newest() {
        return publications.size();
    }

    /** What a revision does. */
    RevisionKind kind(int revision) {
        return publications.get(revision - 1).kind();
    }

    /** Clusters of a stage, 1 or 2. */
    List<Integer> clusters(int stage) {
        return stage == 1 ? one : two;
    }
}
