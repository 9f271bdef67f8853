package io.sternway.events;

import java.util.Map;
import java.util.TreeMap;

/**
 * The topics (docs/events.md). They are created by deployment and checked by each service at its start.
 */
public enum Topic {
    /** Promotion documents, from CI. Written by everybody who may ask for a promotion. */
    REQUESTS("sternway.requests", KeyedBy.PROMOTION, Cleanup.DELETE, false, Size.LARGE, 24),
    /** What the executor is to do: promotion-service's decisions, and the content that they name. */
    COMMANDS("sternway.commands", KeyedBy.PROMOTION, Cleanup.DELETE, false, Size.LARGE, 24),
    /** Each target as the executor knows it; the last record of a key alone is complete. */
    DEPLOYMENTS("sternway.deployments", KeyedBy.CLUSTER, Cleanup.COMPACT, true, Size.NORMAL, 24),
    /** The inventory of clusters, as the watcher read it. */
    CLUSTERS("sternway.clusters", KeyedBy.SOURCE, Cleanup.COMPACT, false, Size.NORMAL, 1),
    /** What the watcher saw on clusters. */
    OBSERVATIONS("sternway.observations", KeyedBy.CLUSTER, Cleanup.DELETE, true, Size.NORMAL, 24),
    /** Verdicts on targets, and which clusters were reached. */
    HEALTH("sternway.health", KeyedBy.CLUSTER, Cleanup.DELETE, false, Size.NORMAL, 24),
    /** Each rollback from its start to its end. */
    ROLLBACKS("sternway.rollbacks", KeyedBy.PROMOTION, Cleanup.DELETE, false, Size.NORMAL, 24),
    /** Every transition, exactly one record for each. For everybody. */
    AUDIT("sternway.audit", KeyedBy.PROMOTION, Cleanup.DELETE, false, Size.NORMAL, 24),
    /** What a service could not read or is invalid, with its original bytes. */
    DEAD_LETTERS("sternway.dead-letters", KeyedBy.ORIGINAL, Cleanup.DELETE, false, Size.NORMAL, 6);

    private final String topicName;
    private final KeyedBy keyedBy;
    private final Cleanup cleanup;
    private final boolean logAppendTime;
    private final Size size;
    private final int defaultPartitions;

    Topic(String topicName, KeyedBy keyedBy, Cleanup cleanup, boolean logAppendTime, Size size, int defaultPartitions) {
        this.topicName = topicName;
        this.keyedBy = keyedBy;
        this.cleanup = cleanup;
        this.logAppendTime = logAppendTime;
        this.size = size;
        this.defaultPartitions = defaultPartitions;
    }

    /** The name on the broker. */
    public String topicName() {
        return topicName;
    }

    /** What the key is and what decides the partition. */
    public KeyedBy keyedBy() {
        return keyedBy;
    }

    /** Whether old records are deleted or compacted away. */
    public Cleanup cleanup() {
        return cleanup;
    }

    /** Partitions that deployment creates unless told otherwise; fixed once created. */
    public int defaultPartitions() {
        return defaultPartitions;
    }

    /** Broker settings that deployment sets and each service checks at its start. */
    public Map<String, String> config() {
        Map<String, String> config = new TreeMap<>();
        config.put("cleanup.policy", cleanup == Cleanup.COMPACT ? "compact" : "delete");
        config.put("max.message.bytes", Integer.toString(size.bytes));
        if (logAppendTime) {
            config.put("message.timestamp.type", "LogAppendTime");
        }
        if (this == DEPLOYMENTS) {
            config.put("min.compaction.lag.ms", "86400000");
        }
        return config;
    }

    /** What a key is made of. */
    public enum KeyedBy {
        /** {@code project/promotion}. */
        PROMOTION,
        /** {@code cluster/project/promotion} or {@code cluster}; the partition is the cluster's. */
        CLUSTER,
        /** {@code _inventory/source}. */
        SOURCE,
        /** The key of the record that it is about. */
        ORIGINAL
    }

    /** What becomes of old records. */
    public enum Cleanup {
        DELETE,
        COMPACT
    }

    private enum Size {
        NORMAL(4 * 1024 * 1024),
        LARGE(16 * 1024 * 1024);

        private final int bytes;

        Size(int bytes) {
            this.bytes = bytes;
        }
    }
}
