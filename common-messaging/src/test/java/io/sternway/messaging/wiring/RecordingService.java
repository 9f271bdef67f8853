package io.sternway.messaging.wiring;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.reactive.messaging.annotations.Blocking;
import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.messaging.intake.IntakeBatch;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A service as small as can be: it remembers what it was given. */
@ApplicationScoped
public class RecordingService {

    private final List<Received.Known> events = new CopyOnWriteArrayList<>();
    private final List<Received.Document> documents = new CopyOnWriteArrayList<>();
    private final IntakeChannel requests;
    private volatile boolean dies;
    private volatile Consumer<IntakeBatch> beforeDocuments = batch -> {};

    @Inject
    RecordingService(Intakes intakes) {
        requests = intakes.channel("requests", batch -> {
            beforeDocuments.accept(batch);
            documents.addAll(batch.documents());
        });
    }

    void start(@Observes StartupEvent event, Intakes intakes) {
        intakes.consume("health", List.of(Topic.HEALTH), batch -> events.addAll(batch.events()));
        requests.open();
    }

    @Incoming("requests")
    @Blocking
    void take(ConsumerRecords<byte[], byte[]> records) {
        if (dies) {
            throw new IllegalStateException("only a new start helps");
        }
        requests.take(records);
    }

    /** What happens when documents come, before they are remembered. */
    void beforeDocuments(Consumer<IntakeBatch> action) {
        beforeDocuments = action;
    }

    /** What comes next is the end of the channel. */
    void die() {
        dies = true;
    }

    List<Received.Known> events() {
        return events;
    }

    List<Received.Document> documents() {
        return documents;
    }
}
