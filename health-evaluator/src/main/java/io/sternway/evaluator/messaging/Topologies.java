package io.sternway.evaluator.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.apache.kafka.streams.Topology;

/** Gives the topology to Quarkus, which starts and stops it and says whether it runs. */
@ApplicationScoped
public class Topologies {

    @Produces
    Topology topology() {
        return EvaluatorTopology.build();
    }
}
