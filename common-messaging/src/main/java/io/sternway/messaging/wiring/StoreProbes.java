package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.sternway.messaging.relay.OutboxRelay;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** Whether what is consumed is taken and what is published leaves; only where there is a database. */
@ApplicationScoped
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
class StoreProbes {

    /** Ready: every consumer is a member of its group, be it with partitions or as a spare without. */
    @Produces
    @Readiness
    HealthCheck consumersJoined(Intakes intakes) {
        return () -> response("consumers", String.join(", ", intakes.outside()), "not in their groups");
    }

    /** Ready: the relay holds its session, and with it this replica's share of the shards. */
    @Produces
    @Readiness
    HealthCheck relayConnected(OutboxRelay relay) {
        return () -> response("outbox", relay.isConnected() ? "" : "relay", "without a session of the database");
    }

    /** Alive: no consumer has died or hangs. */
    @Produces
    @Liveness
    HealthCheck consumersRun(Intakes intakes) {
        return () -> response("consumers", String.join(", ", intakes.dead()), "dead or stuck");
    }

    /** Alive: the relay has not died and does not hang. */
    @Produces
    @Liveness
    HealthCheck relayRuns(OutboxRelay relay) {
        return () -> response("outbox", relay.isAlive() ? "" : "relay", "dead or stuck");
    }

    private static HealthCheckResponse response(String name, String wrong, String how) {
        return HealthCheckResponse.named(name)
                .status(wrong.isEmpty())
                .withData("state", wrong.isEmpty() ? "well" : how + ": " + wrong)
                .build();
    }
}
