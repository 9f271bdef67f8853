package io.sternway.systemtests.faults;

import io.sternway.sandbox.stack.Service;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Draws faults: processes and clusters most often, whole servers seldom. */
final class RandomFaults {

    private static final List<Service> WITH_DATABASE = List.of(Service.PROMOTION_SERVICE, Service.ROLLBACK_EXECUTOR);

    private final Random random;
    private final int replicas;
    private final int clusters;

    RandomFaults(Random random, int replicas, int clusters) {
        this.random = random;
        this.replicas = replicas;
        this.clusters = clusters;
    }

    /** The longest time of an outage: beyond leases and the groups' session timeouts. */
    Duration longest() {
        return Duration.ofSeconds(10);
    }

    Fault next() {
        int kind = random.nextInt(20);
        if (kind < 7) {
            return new Fault.OfProcess(
                    one(List.of(Service.values())),
                    1 + random.nextInt(replicas),
                    one(List.of(Fault.OfProcess.How.values())));
        }
        if (kind < 13) {
            return new Fault.OfCluster(
                    1 + random.nextInt(clusters), one(List.of(Fault.OfCluster.How.values())), delay(4500));
        }
        if (kind < 17) {
            return link();
        }
        if (kind < 19) {
            return one(List.of(Fault.OfServer.values()));
        }
        return new Fault.Repetition();
    }

    private Fault link() {
        Fault.OfLink.End end = one(List.of(Fault.OfLink.End.values()));
        Service service = one(end == Fault.OfLink.End.DATABASE ? WITH_DATABASE : List.of(Service.values()));
        return new Fault.OfLink(service, end, one(List.of(Fault.OfLink.How.values())), delay(1500));
    }

    private Duration delay(int mostMillis) {
        return Duration.ofMillis(50 + random.nextInt(mostMillis));
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
