package io.sternway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.strings;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Architecture 2, by cluster: the partition of a cluster")
class ClusterPartitionerTest {

    @Test
    @DisplayName("is what Kafka's default partitioner gives its name")
    void isWhatKafkaGives() {
        qt().withExamples(5000)
                .forAll(
                        strings().basicMultilingualPlaneAlphabet().ofLengthBetween(0, 70),
                        integers().between(1, 1000))
                .checkAssert((cluster, partitions) -> assertEquals(
                        Utils.toPositive(Utils.murmur2(cluster.getBytes(StandardCharsets.UTF_8))) % partitions,
                        ClusterPartitioner.partition(cluster, partitions)));
    }

    @ParameterizedTest
    @CsvSource({"eu-1, 24, 2", "eu-2, 24, 8", "us-1, 24, 17", "a, 1, 0"})
    @DisplayName("never changes: records of years ago lie there")
    void neverChanges(String cluster, int partitions, int partition) {
        assertEquals(partition, ClusterPartitioner.partition(cluster, partitions));
    }
}
