package io.sternway.messaging;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Where partitions end for a reader that reads committed records only. Before a deadline acts, the worker reads these
 * and acts once the stored positions have reached them (architecture.md, rule 8).
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
     * The end of each partition, read_committed.
     *
     * @throws BrokerUnavailableException if the broker did not say: then nothing is known, and no deadline may act
     */
    public Map<TopicPartition, Long> read(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        try {
            ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)
                    .timeoutMs(Math.toIntExact(timeout.toMillis()));
            Map<TopicPartition, ListOffsetsResultInfo> answer =
                    admin.get().listOffsets(asked, options).all().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            Map<TopicPartition, Long> ends = new LinkedHashMap<>();
            answer.forEach((partition, info) -> ends.put(partition, info.offset()));
            return ends;
        } catch (ExecutionException | TimeoutException e) {
            throw new BrokerUnavailableException("end offsets could not be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted while end offsets were read", e);
        }
    }
}
