package io.sternway.messaging.intake;

import io.sternway.messaging.Received.Document;
import io.sternway.messaging.Received.Known;
import io.sternway.messaging.Received.Message;
import io.sternway.messaging.Received.Tombstone;
import java.util.List;

/**
 * What one poll brought, read and deduplicated; each list in the order of the partitions' offsets.
 *
 * @param events events seen for the first time, and reports, which are never remembered
 * @param documents promotion documents seen for the first time
 * @param reused messages whose source and id were taken before with other bytes: to be refused ({@code IdReused})
 * @param tombstones keys whose state is no more
 */
public record IntakeBatch(
        List<Known> events, List<Document> documents, List<Message> reused, List<Tombstone> tombstones) {

    public IntakeBatch {
        events = List.copyOf(events);
        documents = List.copyOf(documents);
        reused = List.copyOf(reused);
        tombstones = List.copyOf(tombstones);
    }

    /** Whether there is nothing to handle. */
    public boolean isEmpty() {
        return events.isEmpty() && documents.isEmpty() && reused.isEmpty() && tombstones.isEmpty();
    }
}
