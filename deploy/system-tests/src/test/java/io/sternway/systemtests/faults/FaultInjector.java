package io.sternway.systemtests.faults;

import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.api.HostedCluster;
import io.sternway.sandbox.stack.Link;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Stack;
import java.time.Duration;
import java.util.List;

/** Breaks a stack and mends it, fault by fault. Faults of different subjects may be handled side by side. */
final class FaultInjector implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofMinutes(4);
    private static final int LOST_ANSWERS = 3;

    private final Stack stack;
    private final List<String> clusters;
    private final FullDisk disk;
    private final EventRepeater repeater;

    /**
     * For a stack over links.
     *
     * @param clusters names of the clusters that faults number from 1
     */
    FaultInjector(Stack stack, List<String> clusters) {
        this.stack = stack;
        this.clusters = List.copyOf(clusters);
        this.disk = FullDisk.prepare(stack.database());
        this.repeater = new EventRepeater(stack.broker().bootstrapServers());
    }

    /** The fault begins. */
    void breakIt(Fault fault) {
        if (fault instanceof Fault.OfProcess process) {
            breakProcess(process);
        } else if (fault instanceof Fault.OfLink link) {
            breakLink(link);
        } else if (fault instanceof Fault.OfServer server) {
            breakServer(server);
        } else if (fault instanceof Fault.OfCluster cluster) {
            breakCluster(cluster);
        } else if (fault instanceof Fault.Repetition) {
            repeater.begin();
        } else {
            throw unknown(fault);
        }
    }

    /** The fault ends; what was down is started, and need not be ready yet. */
    void mend(Fault fault) {
        if (fault instanceof Fault.OfProcess process) {
            mendProcess(process);
        } else if (fault instanceof Fault.OfLink link) {
            link(link).mend();
        } else if (fault instanceof Fault.OfServer server) {
            mendServer(server);
        } else if (fault instanceof Fault.OfCluster cluster) {
            cluster(cluster).faults().clear();
        } else if (fault instanceof Fault.Repetition) {
            repeater.end();
        } else {
            throw unknown(fault);
        }
    }

    private static IllegalStateException unknown(Fault fault) {
        return new IllegalStateException(
                "nothing is known of a " + fault.getClass().getName());
    }

    /** Waits until every replica of every service says that it is ready. */
    void awaitReady() {
        for (Service service : Service.values()) {
            stack.replicas(service).forEach(replica -> replica.awaitReady(READY_WITHIN));
        }
    }

    private void breakProcess(Fault.OfProcess fault) {
        ServiceProcess replica = replica(fault);
        switch (fault.how()) {
            case KILLED -> replica.kill();
            case ENDED -> replica.close();
            case FROZEN -> replica.pause();
        }
    }

    private void mendProcess(Fault.OfProcess fault) {
        if (fault.how() == Fault.OfProcess.How.FROZEN) {
            replica(fault).resume();
        } else {
            replica(fault).restart();
        }
    }

    private ServiceProcess replica(Fault.OfProcess fault) {
        return stack.replicas(fault.service()).get(fault.replica() - 1);
    }

    private void breakLink(Fault.OfLink fault) {
        switch (fault.how()) {
            case CUT -> link(fault).cut();
            case SILENT -> link(fault).silence();
            case SLOW -> link(fault).slow(fault.delay());
            case RESET -> link(fault).reset();
        }
    }

    private Link link(Fault.OfLink fault) {
        return fault.end() == Fault.OfLink.End.BROKER
                ? stack.network().toBroker(fault.service())
                : stack.network().toDatabase(fault.service());
    }

    private void breakServer(Fault.OfServer fault) {
        switch (fault) {
            case BROKER_STOPPED -> stack.broker().close();
            case DATABASE_STOPPED -> stack.database().close();
            case DATABASE_KILLED -> stack.database().kill();
            case DATABASE_FULL -> disk.fill();
        }
    }

    private void mendServer(Fault.OfServer fault) {
        switch (fault) {
            case BROKER_STOPPED -> stack.broker().start();
            case DATABASE_STOPPED, DATABASE_KILLED -> stack.database().start();
            case DATABASE_FULL -> disk.free();
        }
    }

    private void breakCluster(Fault.OfCluster fault) {
        HostedCluster cluster = cluster(fault);
        Faults faults = cluster.faults();
        switch (fault.how()) {
            case UNREACHABLE -> faults.unreachable(true);
            case SLOW -> faults.delayMillis((int) fault.delay().toMillis());
            case FROZEN -> faults.frozen(true);
            case ANSWERS_429 -> faults.answer(429);
            case ANSWERS_500 -> faults.answer(500);
            case ANSWERS_503 -> faults.answer(503);
            case CREDENTIALS_EXPIRED -> faults.credentialsExpired(true);
            case CONTROLLERS_DEAD -> faults.controllersDead(true);
            case WATCHES_EXPIRED -> cluster.expireWatches();
            case WATCHES_CUT -> cluster.cutWatches();
            case ANSWERS_LOST -> faults.resetsAfterWrite(LOST_ANSWERS);
        }
    }

    private HostedCluster cluster(Fault.OfCluster fault) {
        return stack.fleet().cluster(clusters.get(fault.cluster() - 1));
    }

    @Override
    public void close() {
        repeater.close();
    }
}
