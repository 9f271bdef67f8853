package io.sternway.evaluator.domain.health;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.vocabulary.Reachability;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a cluster can be looked at (H11), and when it last could.
 *
 * @param reachability how it stands
 * @param transition counts its changes from 1; 0 before the first
 * @param sequence the last record heard of it
 * @param interval how long its owner waits between two looks
 * @param reachedAt the last look that reached it, or the first record of it
 * @param silenced its targets were said to be Unknown since {@code reachedAt}
 */
@RecordBuilder
public record Cluster(
        Reachability reachability,
        long transition,
        Sequence sequence,
        Duration interval,
        Instant reachedAt,
        boolean silenced)
        implements ClusterBuilder.With {

    /** This many intervals without a look that reached the cluster make its targets Unknown (H10). */
    private static final int SILENT_INTERVALS = 3;

    /** A cluster heard of for the first time. */
    public static Cluster first(Instant now) {
        return new Cluster(Reachability.Unknown, 0, Sequence.NONE, Duration.ZERO, now, false);
    }

    /** Whether a record is news: not of an older owner, and not repeated. */
    public boolean isNews(Sequence heard) {
        return heard.after(sequence);
    }

    /** The end of a tick. */
    public Cluster observed(boolean reached, Duration nextIn, Sequence heard, Instant now) {
        return turn(reached ? Reachability.Healthy : Reachability.Unreachable)
                .with(cluster -> cluster.sequence(heard)
                        .interval(nextIn)
                        .reachedAt(reached ? now : reachedAt)
                        .silenced(!reached && silenced));
    }

    /** Whether its targets have become Unknown: nobody reached it for three intervals, and it was not said yet. */
    public boolean isSilent(Instant now) {
        return !silenced && now.isAfter(reachedAt.plus(silentAfter()));
    }

    /** How long nobody may look before its targets are Unknown. */
    public Duration silentAfter() {
        return interval.multipliedBy(SILENT_INTERVALS);
    }

    /** Its targets were said to be Unknown. */
    public Cluster silence() {
        return withSilenced(true);
    }

    /** Nothing at all was heard of it: we do not know how it stands. */
    public Cluster unheard() {
        return turn(Reachability.Unknown);
    }

    private Cluster turn(Reachability to) {
        return to == reachability && transition > 0
                ? this
                : with(cluster -> cluster.reachability(to).transition(transition + 1));
    }
}
