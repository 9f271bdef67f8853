package io.sternway.events;

/**
 * Orders what the watcher says about a partition: a later owner has a higher term (H5).
 *
 * @param term the offset of the owner's PartitionClaimed on the observations topic
 * @param counter counts the owner's records from 1
 */
public record ObservationSequence(long term, long counter) implements Comparable<ObservationSequence> {

    @Override
    public int compareTo(ObservationSequence other) {
        int byTerm = Long.compare(term, other.term);
        return byTerm != 0 ? byTerm : Long.compare(counter, other.counter);
    }
}
