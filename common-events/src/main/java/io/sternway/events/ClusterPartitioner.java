package io.sternway.events;

import java.nio.charset.StandardCharsets;

/**
 * Which partition belongs to a cluster. The topics deployments, observations and health have the same number of
 * partitions and use this one function, so that one watcher replica owns a cluster and all its targets
 * (docs/events.md).
 */
public final class ClusterPartitioner {

    private ClusterPartitioner() {}

    /**
     * {@code toPositive(murmur2(UTF-8 of the name)) % partitions}: what Kafka's default partitioner does with the
     * cluster's name as key.
     *
     * @param cluster the cluster's name
     * @param partitions number of partitions, at least 1
     */
    public static int partition(String cluster, int partitions) {
        return (murmur2(cluster.getBytes(StandardCharsets.UTF_8)) & 0x7fffffff) % partitions;
    }

    private static int murmur2(byte[] data) {
        int length = data.length;
        int m = 0x5bd1e995;
        int r = 24;
        int h = 0x9747b28c ^ length;
        int words = length / 4;
        for (int i = 0; i < words; i++) {
            int at = i * 4;
            int k = (data[at] & 0xff)
                    + ((data[at + 1] & 0xff) << 8)
                    + ((data[at + 2] & 0xff) << 16)
                    + ((data[at + 3] & 0xff) << 24);
            k *= m;
            k ^= k >>> r;
            k *= m;
            h *= m;
            h ^= k;
        }
        int tail = length & ~3;
        int rest = length - tail;
        if (rest == 3) {
            h ^= (data[tail + 2] & 0xff) << 16;
        }
        if (rest >= 2) {
            h ^= (data[tail + 1] & 0xff) << 8;
        }
        if (rest >= 1) {
            h ^= data[tail] & 0xff;
            h *= m;
        }
        h ^= h >>> 13;
        h *= m;
        h ^= h >>> 15;
        return h;
    }
}
