package io.sternway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void a_percentile_is_the_smallest_sample_that_so_many_do_not_exceed() {
        Samples samples = new Samples();
        LongStream.rangeClosed(1, 200).map(number -> 201 - number).forEach(samples::add);
        assertEquals(Duration.ofNanos(100), samples.median());
        assertEquals(Duration.ofNanos(180), samples.p90());
        assertEquals(Duration.ofNanos(198), samples.p99());
        assertEquals(Duration.ofNanos(200), samples.max());
    }

    @Test
    void one_sample_is_every_percentile() {
        Samples samples = new Samples();
        samples.add(7);
        assertEquals(samples.max(), samples.median());
    }

    @Test
    void without_samples_there_is_no_percentile() {
        assertThrows(IllegalStateException.class, new Samples()::median);
    }
}
