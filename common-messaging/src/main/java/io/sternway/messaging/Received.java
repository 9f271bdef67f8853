package io.sternway.messaging;

import io.sternway.events.Event;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a record turned out to be. Nothing is dropped silently: each kind has a defined consequence. */
public sealed interface Received {

    /** Where it was read. */
    Origin origin();

    /** A message with an identity: a repetition of it is recognised by source and id, and compared by hash. */
    sealed interface Message extends Received {

        /** CloudEvents source. */
        String source();

        /** CloudEvents id. */
        String id();

        /** SHA-256 of type and data: the same id with another hash is a reused id. */
        String hash();
    }

    /**
     * An event of a type that this version knows, with its payload read.
     *
     * @param origin where it was read
     * @param event the event; its data is of the type's payload class
     * @param hash SHA-256 of type and data
     */
    record Known(Origin origin, Event<?> event, String hash) implements Message {

        @Override
        public String source() {
            return event.source();
        }

        @Override
        public String id() {
            return event.id();
        }
    }

    /**
     * A promotion document, unread: its data is the document itself. It comes as a CloudEvent (binary or structured) or
     * bare; a bare one has the id {@code <partition>-<offset>}.
     *
     * @param origin where it was read
     * @param source CloudEvents source, or {@link CloudEvents#BARE_SOURCE}
     * @param id CloudEvents id, or partition and offset
     * @param contentType as the sender gave it; null where he gave none
     * @param time when, by the sender's clock; null where he gave none
     * @param bytes the document, JSON or YAML; nobody changes them
     * @param hash SHA-256 of type and data
     */
    @SuppressWarnings(
            "ArrayRecordComponent") // documents are compared by hash, and too large to be copied for each look
    record Document(
            Origin origin,
            String source,
            String id,
            @Nullable String contentType,
            @Nullable Instant time,
            byte[] bytes,
            String hash)
            implements Message {}

    /** A record without value: what its key names is no more. */
    record Tombstone(Origin origin) implements Received {}

    /**
     * A CloudEvent of a type that this version does not know: it is acknowledged and counted.
     *
     * @param origin where it was read
     * @param type its CloudEvents type
     */
    record Unknown(Origin origin, String type) implements Received {}

    /**
     * A record that cannot be read: it goes to the dead letters.
     *
     * @param origin where it was read
     * @param reason CamelCase
     * @param message what is wrong and what would be right
     */
    record Undecodable(Origin origin, String reason, String message) implements Received {}
}
