package io.sternway.evaluator.domain.observed;

/**
 * Orders what watchers say about a partition (H5).
 *
 * @param term a later owner has a higher one
 * @param counter counts an owner's records
 */
public record Sequence(long term, long counter) implements Comparable<Sequence> {

    /** Before everything. */
    public static final Sequence NONE = new Sequence(-1, 0);

    @Override
    public int compareTo(Sequence other) {
        int byTerm = Long.compare(term, other.term);
        return byTerm != 0 ? byTerm : Long.compare(counter, other.counter);
    }

    /** Whether this is newer than the other. */
    public boolean after(Sequence other) {
        return compareTo(other) > 0;
    }
}
