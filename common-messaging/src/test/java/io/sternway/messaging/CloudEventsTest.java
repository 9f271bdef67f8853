package io.sternway.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.SnapshotRetired;
import io.sternway.events.Topic;
import io.sternway.messaging.testing.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("CloudEvents 1.0 over Kafka")
class CloudEventsTest {

    private static final Origin HEALTH = new Origin(Topic.HEALTH.topicName(), 3, 7, "eu-1");
    private static final Origin REQUESTS = new Origin(Topic.REQUESTS.topicName(), 3, 7, "shop/web");

    @Test
    void anEventThatIsWrittenIsReadAsTheSame() {
        Event<?> event = new Event<>(
                "id-1",
                Event.source("health-evaluator"),
                EventType.CLUSTER_HEALTH_CHANGED,
                "eu-1",
                Instant.parse("2026-01-01T00:00:00.123456Z"),
                "run-1",
                "cause-1",
                Samples.clusterChanged("eu-1", 4).data());
        ProducerRecord<String, byte[]> record = CloudEvents.toRecord(event, 24);
        Received read = CloudEvents.read(new ConsumerRecord<>(
                record.topic(),
                3,
                7,
                Instant.now().toEpochMilli(),
                org.apache.kafka.common.record.TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                record.headers(),
                java.util.Optional.empty()));
        Received.Known known = assertInstanceOf(Received.Known.class, read);
        assertEquals(event, known.event());
        assertEquals(HEALTH, known.origin());
    }

    @Test
    void theHeadersAreThoseOfBinaryMode() {
        assertEquals(
                Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", "eu-1-4",
                        "ce_source", "/sternway/health-evaluator",
                        "ce_type", "io.sternway.ClusterHealthChanged.v1",
                        "ce_subject", "eu-1",
                        "ce_time", "2026-01-01T00:00:00Z",
                        "ce_dataschema", "https://sternway.io/schemas/ClusterHealthChanged.v1.json",
                        "content-type", "application/json"),
                CloudEvents.headers(Samples.clusterChanged("eu-1", 4)));
    }

    @Test
    void anEventInStructuredModeIsRead() {
        Received read = CloudEvents.read(
                HEALTH,
                headers("content-type", "application/cloudevents+json; charset=UTF-8"),
                bytes("{'specversion':'1.0','id':'x','source':'/ci','type':'io.sternway.ClusterHealthChanged.v1',"
                        + "'correlationid':'r','data':{'cluster':'eu-1','transition':2,'from':'Healthy',"
                        + "'to':'Unknown'}}"));
        Received.Known known = assertInstanceOf(Received.Known.class, read);
        assertEquals("x", known.id());
        assertEquals("/ci", known.source());
        assertEquals("r", known.event().correlationId());
        assertEquals("eu-1", known.event().subject(), "without a subject the key is taken");
        assertEquals(2, ((ClusterHealthChanged) known.event().data()).transition());
    }

    @Test
    void aDocumentIsTakenBareBinaryAndStructured() {
        byte[] document = bytes("{'kind':'Promotion'}");
        Received.Document bare =
                assertInstanceOf(Received.Document.class, CloudEvents.read(REQUESTS, new RecordHeaders(), document));
        Received.Document binary = assertInstanceOf(
                Received.Document.class,
                CloudEvents.read(
                        REQUESTS,
                        headers(
                                "ce_specversion", "1.0",
                                "ce_id", "build-7",
                                "ce_source", "/ci",
                                "ce_type", CloudEvents.PROMOTION_REQUESTED,
                                "content-type", "application/json"),
                        document));
        Received.Document structured = assertInstanceOf(
                Received.Document.class,
                CloudEvents.read(
                        REQUESTS,
                        headers("content-type", "application/cloudevents+json"),
                        bytes("{'specversion':'1.0','id':'build-7','source':'/ci','type':'"
                                + CloudEvents.PROMOTION_REQUESTED + "','data':{'kind':'Promotion'}}")));
        assertEquals("3-7", bare.id());
        assertEquals(CloudEvents.BARE_SOURCE, bare.source());
        assertEquals("build-7", binary.id());
        assertEquals("/ci", binary.source());
        assertEquals(new String(document, StandardCharsets.UTF_8), new String(binary.bytes(), StandardCharsets.UTF_8));
        assertEquals("build-7", structured.id());
        assertEquals(
                new String(document, StandardCharsets.UTF_8), new String(structured.bytes(), StandardCharsets.UTF_8));
        assertEquals(binary.hash(), structured.hash());
    }

    @Test
    void otherBytesHaveAnotherHash() {
        Received.Document one = (Received.Document) CloudEvents.read(REQUESTS, new RecordHeaders(), bytes("a"));
        Received.Document other = (Received.Document) CloudEvents.read(REQUESTS, new RecordHeaders(), bytes("b"));
        assertNotEquals(one.hash(), other.hash());
    }

    @Test
    void anUnknownTypeIsNoFault() {
        Received read = CloudEvents.read(
                HEALTH,
                headers(
                        "ce_specversion", "1.0",
                        "ce_id", "x",
                        "ce_source", "/other",
                        "ce_type", "io.sternway.Invented.v9"),
                bytes("{}"));
        assertEquals(new Received.Unknown(HEALTH, "io.sternway.Invented.v9"), read);
    }

    @Test
    void aRecordWithoutValueIsATombstone() {
        assertEquals(new Received.Tombstone(HEALTH), CloudEvents.read(HEALTH, new RecordHeaders(), null));
    }

    @Test
    void whatIsNoCloudEventSaysWhatWouldBeRight() {
        Received.Undecodable read = assertInstanceOf(
                Received.Undecodable.class, CloudEvents.read(HEALTH, new RecordHeaders(), bytes("{}")));
        assertEquals("NotACloudEvent", read.reason());
        assertTrue(read.message().contains("ce_specversion"), read.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{'specversion':'1.0'}",
                "{'specversion':'9','id':'x','source':'/a','type':'t'}",
                "{'specversion':'1.0','id':'x','source':' :','type':'t'}",
                "{'specversion':'1.0','id':'x','source':'/a','type':'t','time':'yesterday'}"
            })
    void brokenStructuredEventsAreUndecodable(String value) {
        Received read =
                CloudEvents.read(REQUESTS, headers("content-type", "application/cloudevents+json"), bytes(value));
        assertEquals(
                "InvalidCloudEvent",
                assertInstanceOf(Received.Undecodable.class, read).reason());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{", "null", "[1]", "'text'", "{'cluster':'eu-1','transition':'many'}", "{'cluster':'eu-1'}"})
    void brokenDataIsUndecodable(String data) {
        Received read = CloudEvents.read(
                HEALTH,
                headers(
                        "ce_specversion", "1.0",
                        "ce_id", "x",
                        "ce_source", "/other",
                        "ce_type", "io.sternway.ClusterHealthChanged.v1"),
                bytes(data));
        Received.Undecodable undecodable = assertInstanceOf(Received.Undecodable.class, read);
        assertEquals("InvalidData", undecodable.reason());
        assertTrue(undecodable.message().contains("ClusterHealthChanged"), undecodable.message());
    }

    @Test
    void aTopicByClusterUsesTheClustersPartitionForClusterAndTarget() {
        int expected = Utils.toPositive(Utils.murmur2("eu-1".getBytes(StandardCharsets.UTF_8))) % 24;
        assertEquals(expected, CloudEvents.partition(Topic.HEALTH, "eu-1", 24));
        assertEquals(expected, CloudEvents.partition(Topic.DEPLOYMENTS, "eu-1/shop/web", 24));
        assertNull(CloudEvents.partition(Topic.AUDIT, "shop/web", 24));
        assertEquals(
                expected,
                CloudEvents.tombstone(Topic.DEPLOYMENTS, "eu-1/shop/web", 24).partition());
        assertNull(CloudEvents.toRecord(
                        new Event<>(
                                "i",
                                "/s",
                                EventType.SNAPSHOT_RETIRED,
                                "shop/web",
                                Instant.EPOCH,
                                null,
                                null,
                                new SnapshotRetired("shop", "web", "h")),
                        24)
                .partition());
    }

    private static Headers headers(String... namesAndValues) {
        RecordHeaders headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
        }
        return headers;
    }

    /** Single quotes stand for double ones. */
    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
