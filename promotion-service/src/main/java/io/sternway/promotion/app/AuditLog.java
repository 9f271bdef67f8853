package io.sternway.promotion.app;

import java.time.Instant;
import java.util.List;

/** Copies of audit records, for when the topic's retention has removed them. Belongs into a transaction of the caller. */
public interface AuditLog {

    /** Keeps records. */
    void keep(List<Kept> records);

    /**
     * Draws sequences of a stream that belongs to no promotion, and locks it until the transaction's end.
     *
     * @param stream {@code _fleet} or {@code <project>/_rejected}
     * @param count how many
     * @return the sequence before the first one drawn
     */
    long drawSequences(String stream, int count);

    /**
     * Records of a stream in their order.
     *
     * @param stream a promotion's key, {@code _fleet} or {@code <project>/_rejected}
     * @param after the sequence after which to begin
     * @param limit how many at most
     */
    List<Kept> read(String stream, long after, int limit);

    /** Forgets what occurred before that, at most so many; tells how many. */
    int forget(Instant before, int limit);

    /**
     * A record.
     *
     * @param stream its key
     * @param sequence its place in the stream
     * @param eventId the CloudEvents id under which it was published
     * @param type the CloudEvents type
     * @param occurredAt when
     * @param json its data as it was published
     */
    record Kept(String stream, long sequence, String eventId, String type, Instant occurredAt, String json) {}
}
