package io.sternway.systemtests.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
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

    /** While one schedule waits another has the processors; more than two take each other's time. */
    private static final int STACKS_AT_A_TIME = 2;

    /** A stack is replaced after so many schedules: promotions of the past are looked at for ever. */
    private static final int SCHEDULES_OF_A_STACK = 12;

    private static final List<Long> USUAL_SEEDS = List.of(1L, 4L);

    private final ExecutorService players = Executors.newFixedThreadPool(STACKS_AT_A_TIME);

    /** The stacks close after the last schedule was told. */
    @AfterEach
    void awaitStacks() throws InterruptedException {
        players.shutdown();
        assertTrue(players.awaitTermination(2, TimeUnit.MINUTES), "a stack does not close");
    }

    @TestFactory
    @DisplayName("Everything at random: nothing is lost and nothing is done twice")
    Stream<DynamicNode> whatever_goes_wrong_every_promotion_comes_to_its_end() {
        return seeds().stream().collect(Collectors.groupingBy(Schedule::replicas)).values().stream()
                .flatMap(seeds -> chunks(seeds).stream())
                .sorted(Comparator.comparing(seeds -> seeds.get(0)))
                .map(this::onOneStack)
                .toList()
                .stream();
    }

    private DynamicNode onOneStack(List<Long> seeds) {
        Map<Long, CompletableFuture<List<String>>> faults = new LinkedHashMap<>();
        seeds.forEach(seed -> faults.put(seed, new CompletableFuture<>()));
        players.execute(() -> play(faults));
        return DynamicContainer.dynamicContainer(
                "seeds " + seeds,
                seeds.stream().map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> assertNone(seed, faults))));
    }

    private static void play(Map<Long, CompletableFuture<List<String>>> faults) {
        long first = faults.keySet().iterator().next();
        try (ScheduleRunner runner = ScheduleRunner.start("faults-" + first, Schedule.replicas(first))) {
            faults.forEach((seed, found) -> {
                try {
                    Instant begin = Instant.now();
                    found.complete(runner.play(Schedule.of(seed)));
                    tell(seed, found.join(), Duration.between(begin, Instant.now()));
                } catch (RuntimeException | Error e) {
                    found.completeExceptionally(e);
                }
            });
        } catch (RuntimeException | Error e) {
            faults.values().forEach(found -> found.completeExceptionally(e));
        }
    }

    /** The summary comes at the end, which may be an hour away. */
    private static void tell(long seed, List<String> faults, Duration taken) {
        System.out.printf(
                "seed %d: %s, after %d s%n", seed, faults.isEmpty() ? "sound" : "BROKEN " + faults, taken.toSeconds());
    }

    private static void assertNone(long seed, Map<Long, CompletableFuture<List<String>>> faults) {
        List<String> found = Objects.requireNonNull(faults.get(seed)).join();
        if (!found.isEmpty()) {
            fail(Schedule.of(seed).inWords() + "\n" + String.join("\n", found));
        }
    }

    private static List<Long> seeds() {
        String ranges = System.getProperty("sternway.faults.seeds", "");
        if (ranges.isEmpty()) {
            return USUAL_SEEDS;
        }
        return Arrays.stream(ranges.split(",")).flatMap(FaultScheduleE2E::range).toList();
    }

    private static Stream<Long> range(String text) {
        String[] ends = text.split("\\.\\.", 2);
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
                .boxed();
    }

    private static List<List<Long>> chunks(List<Long> seeds) {
        List<List<Long>> chunks = new ArrayList<>();
        for (int from = 0; from < seeds.size(); from += SCHEDULES_OF_A_STACK) {
            chunks.add(seeds.subList(from, Math.min(seeds.size(), from + SCHEDULES_OF_A_STACK)));
        }
        return chunks;
    }
}
