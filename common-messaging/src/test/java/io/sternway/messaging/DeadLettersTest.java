package io.sternway.messaging;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.Sha256;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

    private static final Origin ORIGIN = new Origin("sternway.requests", 4, 17, "shop/web");

    @Test
    void allBytesAreKeptUpToOneMebibyte() {
        byte[] bytes = random(DeadLetters.LARGEST_WHOLE);
        DeadLetter letter = letter(bytes).data();
        assertArrayEquals(bytes, Base64.getDecoder().decode(letter.value()));
        assertEquals(bytes.length, letter.size());
        assertEquals(Sha256.hex(bytes), letter.sha256());
    }

    @Test
    void ofMoreTheFirst64KibibytesAndTheHashOfAllAreKept() {
        byte[] bytes = random(DeadLetters.LARGEST_WHOLE + 1);
        DeadLetter letter = letter(bytes).data();
        assertArrayEquals(Arrays.copyOf(bytes, 64 * 1024), Base64.getDecoder().decode(letter.value()));
        assertEquals(bytes.length, letter.size());
        assertEquals(Sha256.hex(bytes), letter.sha256());
    }

    @Test
    void itSaysWhereItCameFromAndWhatIsWrong() {
        Event<DeadLetter> event = letter(new byte[] {1});
        DeadLetter letter = event.data();
        assertEquals("sternway.requests", letter.topic());
        assertEquals(4, letter.partition());
        assertEquals(17, letter.offset());
        assertEquals("promotion-service", letter.consumer());
        assertEquals("InvalidData", letter.reason());
        assertEquals("no JSON", letter.message());
        assertEquals("shop/web", letter.key());
        assertEquals(Map.of("content-type", "text/plain"), letter.headers());
        assertEquals("shop/web", event.subject());
    }

    @Test
    void theSameRecordGivesTheSameId() {
        assertEquals(letter(new byte[] {1}).id(), letter(new byte[] {1}).id());
    }

    private static Event<DeadLetter> letter(byte @Nullable [] bytes) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("content-type", "text/plain".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return DeadLetters.of("promotion-service", ORIGIN, headers, bytes, "InvalidData", "no JSON", Instant.EPOCH);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
