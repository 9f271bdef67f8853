package io.sternway.watcher.config;

import io.sternway.watcher.app.partition.OwnedPartitions;
import io.sternway.watcher.app.poll.PollThreads;
import io.sternway.watcher.app.report.PublishInventory;
import io.sternway.watcher.messaging.DeploymentsConsumer;
import io.sternway.watcher.messaging.KafkaReports;

/** What runs once topics and inventory are there, and has to be closed in this order's reverse. */
record WatcherParts(
        KafkaReports reports,
        PollThreads threads,
        OwnedPartitions partitions,
        PublishInventory publishInventory,
        DeploymentsConsumer consumer) {}
