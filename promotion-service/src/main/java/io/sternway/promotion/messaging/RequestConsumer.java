package io.sternway.promotion.messaging;

import io.sternway.document.DocumentReader;
import io.sternway.document.DocumentReading;
import io.sternway.document.DocumentReading.Invalid;
import io.sternway.document.DocumentReading.Unreadable;
import io.sternway.document.DocumentReading.Valid;
import io.sternway.document.PromotionDocument;
import io.sternway.messaging.Received.Document;
import io.sternway.messaging.Received.Message;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.messaging.intake.IntakeHandler;
import io.sternway.promotion.app.AcceptRequest;
import io.sternway.promotion.app.Promotions;
import io.sternway.promotion.app.RefuseRequest;
import io.sternway.promotion.app.RefuseRequest.Refusal;
import io.sternway.promotion.app.RequestIdentity;
import io.sternway.snapshot.Fault;
import io.sternway.vocabulary.AuditReason;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests: each is accepted, or refused by an audit record, or is a dead letter when it is no document at all; none holds
 * up the next. The promotions of a batch are locked in the order of their keys first, as all consumers do.
 */
@ApplicationScoped
public class RequestConsumer implements IntakeHandler {

    private final AcceptRequest accept;
    private final RefuseRequest refuse;
    private final Promotions promotions;

    RequestConsumer(AcceptRequest accept, RefuseRequest refuse, Promotions promotions) {
        this.promotions = promotions;
        this.accept = accept;
        this.refuse = refuse;
    }

    @Override
    public void handle(IntakeBatch batch) {
        promotions.lockOnly(batch.documents().stream()
                .map(document -> document.origin().key())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
        batch.reused().forEach(this::refuseReused);
        batch.documents().forEach(this::take);
    }

    private void take(Document received) {
        DocumentReading reading = DocumentReader.read(received.bytes());
        if (reading instanceof Unreadable unreadable) {
            throw new TerminalException("Unreadable", unreadable.toString());
        }
        RequestIdentity identity = identity(received);
        if (reading instanceof Invalid invalid) {
            refuse.refuse(refusal(identity, invalid));
            return;
        }
        PromotionDocument document = ((Valid) reading).document();
        @Nullable String key = received.origin().key();
        String right = document.ref().key();
        if (key != null && !key.equals(right)) {
            String message = "The record's key is " + key + ", but the document is of " + right
                    + "; send it with its own key, or without any.";
            refuse.refuse(new Refusal(
                    identity,
                    document.ref().project(),
                    document.ref().promotion(),
                    AuditReason.KeyMismatch,
                    message,
                    List.of(new Fault("metadata", key, "the record's key must be " + right))));
            return;
        }
        DocumentMapper.Mapped mapped = DocumentMapper.map(document, identity.id());
        accept.accept(identity, mapped.document(), mapped.content());
    }

    private void refuseReused(Message message) {
        @Nullable String project = null;
        @Nullable String promotion = null;
        if (message instanceof Document document) {
            DocumentReading reading = DocumentReader.read(document.bytes());
            if (reading instanceof Valid valid) {
                project = valid.document().ref().project();
                promotion = valid.document().ref().promotion();
            } else if (reading instanceof Invalid invalid) {
                project = invalid.project();
                promotion = invalid.promotion();
            }
        }
        refuse.refuse(new Refusal(
                identity(message),
                project,
                promotion,
                AuditReason.IdReused,
                "The id " + message.id() + " of " + message.source()
                        + " was used before for a request with other bytes; every request needs an id of its own.",
                List.of(new Fault("id", message.id(), "give each request an id of its own"))));
    }

    private static Refusal refusal(RequestIdentity identity, Invalid invalid) {
        List<Fault> faults = invalid.faults();
        String message = faults.size() == 1
                ? "The document is refused: " + faults.get(0)
                : "The document is refused for " + faults.size() + " faults; the first: " + faults.get(0);
        return new Refusal(
                identity,
                invalid.project(),
                invalid.promotion(),
                invalid.tooLarge() ? AuditReason.TooLarge : AuditReason.Invalid,
                message,
                faults);
    }

    private static RequestIdentity identity(Message message) {
        return new RequestIdentity(message.source(), message.id(), message.hash());
    }
}
