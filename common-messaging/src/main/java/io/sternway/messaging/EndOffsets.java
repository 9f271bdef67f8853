package io.sternway.messaging;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Where partitions end for a reader that reads committed records only. Before a deadline acts, the worker reads these
 * and acts once the stored positions have reached them (A8).
 */
public final class EndOffsets {

    private final Supplier<Admin> admin;
    private final Duration timeout;

    /**
     * @param admin gives the client, which somebody else closes
     * @param timeout how long one reading may take
     */
    public EndOffsets(Supplier<Admin> admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /**
     * Asks for the end of each partition, read_committed, and waits for nothing. Each answer comes by itself: one partition
     * without a leader holds up no other. An answer that fails, at the latest after the timeout, says that nothing is known.
     */
    public Map<TopicPartition, CompletableFuture<Long>> ask(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        ListOffsetsOptions options =
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(Math.toIntExact(timeout.toMillis()));
        ListOffsetsResult result = admin.get().listOffsets(asked, options);
        Map<TopicPartition, CompletableFuture<Long>> ends = new HashMap<>();
        asked.keySet()
                .forEach(partition -> ends.put(
                        partition,
                        result.partitionResult(partition)
                                .toCompletionStage()
                                .toCompletableFuture()
                                .thenApply(ListOffsetsResultInfo::offset)
                                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)));
        return ends;
    }
}
