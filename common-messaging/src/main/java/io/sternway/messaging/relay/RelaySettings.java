package io.sternway.messaging.relay;

import java.time.Duration;

/**
 * How the relay works.
 *
 * @param service names the transactional ids and the locks; one service has one outbox
 * @param shards into how many shards keys are spread, the same for all replicas
 * @param batchRows the most rows of one transaction
 * @param batchBytes the most bytes of one transaction; a larger row goes alone
 * @param pollInterval how often waiting rows are looked for when no wake-up came, and shards are spread anew
 * @param lease after how much silence the database gives a replica's shards away
 */
public record RelaySettings(
        String service, int shards, int batchRows, int batchBytes, Duration pollInterval, Duration lease) {

    public RelaySettings {
        if (lease.compareTo(pollInterval.multipliedBy(3)) < 0) {
            throw new IllegalArgumentException(
                    "lease is " + lease + ", must be at least three times the poll interval, " + pollInterval
                            + ", or it ends while the replica is well");
        }
    }

    String transactionalId(int shard) {
        return service + "-" + shard;
    }
}
