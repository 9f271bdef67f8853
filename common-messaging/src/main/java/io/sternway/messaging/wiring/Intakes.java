package io.sternway.messaging.wiring;

import io.sternway.events.Topic;
import io.sternway.messaging.intake.FactHandler;
import io.sternway.messaging.intake.Intake;
import java.util.Collection;

/** Makes a service's intakes; only where there is a database ({@code quarkus.datasource.db-kind} is set). */
public interface Intakes {

    /**
     * An intake for an {@code @Incoming} method with {@code @Blocking} that gets {@code ConsumerRecords<byte[],
     * byte[]>}: it calls {@link Intake#take} and returns.
     */
    Intake intake(String channel, FactHandler handler);

    /**
     * Reads topics on a thread of its own and stores positions, from when the topics are found right until the service
     * stops. For the topics whose positions a deadline looks at: health and deployments.
     */
    void consume(String channel, Collection<Topic> topics, FactHandler handler);
}
