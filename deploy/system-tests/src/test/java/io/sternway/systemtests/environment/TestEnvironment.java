package io.sternway.systemtests.environment;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.story.Requests;
import java.util.List;
import java.util.Set;

/** Where scenarios are played: a running Sternway and clusters that they may use. Shared by all tests of its kind. */
public interface TestEnvironment {

    /** Its services, broker and database. */
    Stack stack();

    /**
     * Clusters for one scenario, numbered from 1. In the simulated environment they are the scenario's own; in the real one
     * all scenarios share them, each in namespaces of its own.
     *
     * @param count how many are needed
     */
    Lease lease(int count);

    /** A client with all rights, as a cluster's administrator would have. */
    KubernetesClient client(String cluster);

    /** Its one publisher of documents, as one CI system has. */
    Requests requests();

    /** Everything that was published since the stack was started. */
    TopicRecorder topics();

    /** Whether other tests use it too. */
    boolean isShared();

    /** Whether what is written to a cluster while it is leased is its scenario's only. */
    boolean leasesExclusively();

    /** The names of all its clusters. */
    Set<String> clusters();

    /** What a cluster was asked to write. */
    Writes writes(String cluster);

    /**
     * What one cluster was asked to write.
     *
     * @param entries in the order in which they came in
     * @param cut whether some may be missing
     */
    record Writes(List<RequestLog.Entry> entries, boolean cut) {

        public Writes {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Clusters that a scenario uses.
     *
     * @param slot value of the label {@code slot} that they share
     * @param clusters their names; the label {@code number} counts them from 1
     */
    record Lease(String slot, List<String> clusters) {

        /** The cluster with that number, from 1. */
        public String cluster(int number) {
            return clusters.get(number - 1);
        }
    }
}
