package io.sternway.promotion.domain.rollout;

/**
 * A number of targets, or a share of them.
 *
 * @param value not negative
 * @param percent whether the value is in hundredths of the total
 */
public record CountOrPercent(int value, boolean percent) {

    public static CountOrPercent count(int value) {
        return new CountOrPercent(value, false);
    }

    public static CountOrPercent percent(int value) {
        return new CountOrPercent(value, true);
    }

    /** As concurrency: a share is rounded up; at least 1 and at most the total, if there is any (R7). */
    public int asConcurrency(int total) {
        long wanted = percent ? ((long) total * value + 99) / 100 : value;
        return (int) Math.min(total, Math.max(1, wanted));
    }

    /** As tolerated failures: a share is rounded down; at most the total (R7, O-02). */
    public int asFailures(int total) {
        long wanted = percent ? (long) total * value / 100 : value;
        return (int) Math.min(total, wanted);
    }

    @Override
    public String toString() {
        return percent ? value + "%" : Integer.toString(value);
    }
}
