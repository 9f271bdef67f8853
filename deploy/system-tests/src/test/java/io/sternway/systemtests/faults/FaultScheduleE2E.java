package io.sternway.systemtests.faults;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Random schedules of faults. Without a range a few fixed seeds are played; {@code -Pfaults -Dseeds=1..200} plays the first 200, {@code
 * -Dseeds=17..17} one of them again (docs/testing.md).
 */
@Isolated("processes are killed and frozen, and nothing else may make them slow")
class FaultScheduleE2E {

    /** A stack is replaced after so many schedules: promotions of the past are looked at for ever. */
    private static final int SCHEDULES_OF_A_STACK = 8;

    private static final List<Long> USUAL_SEEDS = List.of(1L, 4L);

    @TestFactory
    @DisplayName("Issue scenarios 1 to 5 at random: nothing is lost and nothing is done twice")
    Stream<DynamicNode> whatever_goes_wrong_every_promotion_comes_to_its_end() {
        Map<Integer, List<Long>> byReplicas =
                seeds().stream().collect(Collectors.groupingBy(Schedule::replicas, TreeMap::new, Collectors.toList()));
        return byReplicas.entrySet().stream()
                .flatMap(group -> chunks(group.getValue()).stream().map(seeds -> onOneStack(group.getKey(), seeds)));
    }

    private static DynamicNode onOneStack(int replicas, List<Long> seeds) {
        AtomicReference<@Nullable ScheduleRunner> runner = new AtomicReference<>();
        Stream<DynamicTest> start = Stream.of(DynamicTest.dynamicTest(
                "the stack starts", () -> runner.set(ScheduleRunner.start("faults-" + seeds.get(0), replicas))));
        Stream<DynamicTest> plays =
                seeds.stream().map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> play(started(runner), seed)));
        Stream<DynamicTest> end = Stream.of(
                DynamicTest.dynamicTest("the stack ends", () -> started(runner).close()));
        return DynamicContainer.dynamicContainer(
                replicas + " replicas, seeds " + seeds,
                Stream.of(start, plays, end).flatMap(tests -> tests));
    }

    private static ScheduleRunner started(AtomicReference<@Nullable ScheduleRunner> runner) {
        return Objects.requireNonNull(runner.get(), "the stack did not start");
    }

    private static void play(ScheduleRunner runner, long seed) {
        Schedule schedule = Schedule.of(seed);
        List<String> faults = runner.play(schedule);
        if (!faults.isEmpty()) {
            fail(schedule.inWords() + "\n" + String.join("\n", faults));
        }
    }

    private static List<Long> seeds() {
        String range = System.getProperty("sternway.faults.seeds", "");
        if (range.isEmpty()) {
            return USUAL_SEEDS;
        }
        String[] ends = range.split("\\.\\.", 2);
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[1]))
                .boxed()
                .toList();
    }

    private static List<List<Long>> chunks(List<Long> seeds) {
        List<List<Long>> chunks = new ArrayList<>();
        for (int from = 0; from < seeds.size(); from += SCHEDULES_OF_A_STACK) {
            chunks.add(seeds.subList(from, Math.min(seeds.size(), from + SCHEDULES_OF_A_STACK)));
        }
        return chunks;
    }
}
