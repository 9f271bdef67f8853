package io.sternway.promotion.domain.rules.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Candidate;
import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Standing;
import io.sternway.settings.CountOrPercent;
import io.sternway.settings.RolloutStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class RolloutPlannerTest {

    private static final List<Standing> STANDINGS = List.of(Standing.values());

    private static RolloutStrategy progressive(CountOrPercent concurrency) {
        return strategy(RolloutStrategy.Type.Progressive, concurrency);
    }

    private static RolloutStrategy strategy(RolloutStrategy.Type type, CountOrPercent concurrency) {
        return new RolloutStrategy(type, concurrency, CountOrPercent.count(0), Duration.ofMinutes(1), Duration.ZERO);
    }

    private static List<Candidate> candidates(Standing... standings) {
        List<Candidate> candidates = new ArrayList<>();
        for (Standing standing : standings) {
            candidates.add(new Candidate("c" + candidates.size(), standing));
        }
        return candidates;
    }

    private static Gen<List<Candidate>> someCandidates() {
        return lists().of(integers().between(0, STANDINGS.size() - 1))
                .ofSizeBetween(0, 30)
                .map(numbers -> candidates(numbers.stream().map(STANDINGS::get).toArray(Standing[]::new)));
    }

    private static Gen<CountOrPercent> someAmount() {
        return integers().between(0, 100).zip(booleans().all(), CountOrPercent::new);
    }

    private static long count(List<Candidate> candidates, Standing standing) {
        return candidates.stream().filter(c -> c.standing() == standing).count();
    }

    @Test
    @DisplayName("R7 concurrency rounds up and is at least 1, failures round down; both end at the total")
    void rounding() {
        assertEquals(2, CountOrPercent.percent(25).asConcurrency(5));
        assertEquals(1, CountOrPercent.percent(1).asConcurrency(5));
        assertEquals(1, CountOrPercent.count(0).asConcurrency(5));
        assertEquals(5, CountOrPercent.count(9).asConcurrency(5));
        assertEquals(1, CountOrPercent.percent(25).asFailures(5));
        assertEquals(0, CountOrPercent.percent(19).asFailures(5));
        assertEquals(5, CountOrPercent.count(9).asFailures(5));
        assertEquals(0, CountOrPercent.percent(50).asConcurrency(0));
    }

    @Test
    @DisplayName("R7 never more in flight than maxConcurrency, whatever the targets do")
    void neverTooMany() {
        qt().forAll(someCandidates(), someAmount()).checkAssert((candidates, concurrency) -> {
            List<String> start = RolloutPlanner.start(progressive(concurrency), candidates);
            long after = count(candidates, Standing.InFlight) + start.size();
            long most = Math.max(concurrency.asConcurrency(candidates.size()), count(candidates, Standing.InFlight));
            assertTrue(after <= most);
        });
    }

    @Test
    @DisplayName("R7 what is free is used, in the given order, by those that wait only")
    void freeSlotsAreUsed() {
        qt().forAll(someCandidates(), someAmount()).checkAssert((candidates, concurrency) -> {
            List<String> start = RolloutPlanner.start(progressive(concurrency), candidates);
            List<String> waiting = candidates.stream()
                    .filter(c -> c.standing() == Standing.Waiting)
                    .map(Candidate::cluster)
                    .toList();
            long free = concurrency.asConcurrency(candidates.size()) - count(candidates, Standing.InFlight);
            assertEquals(waiting.subList(0, (int) Math.min(waiting.size(), Math.max(0, free))), start);
        });
    }

    @Test
    @DisplayName("R7 All starts everything at once")
    void allAtOnce() {
        RolloutStrategy all = strategy(RolloutStrategy.Type.All, CountOrPercent.count(1));
        List<Candidate> candidates = candidates(Standing.Waiting, Standing.InFlight, Standing.Waiting);
        assertEquals(List.of("c0", "c2"), RolloutPlanner.start(all, candidates));
    }

    @Test
    @DisplayName("R7 a rollout always goes on until all are settled; nobody starts twice or out of turn")
    void everyRolloutEnds() {
        qt().forAll(
                        integers().between(0, 30),
                        someAmount(),
                        lists().of(integers().between(0, 9)).ofSize(31))
                .checkAssert((targets, concurrency, fates) -> {
                    RolloutStrategy strategy = progressive(concurrency);
                    Map<String, Standing> standings = new LinkedHashMap<>();
                    IntStream.range(0, targets).forEach(n -> standings.put("c" + n, Standing.Waiting));
                    List<String> started = new ArrayList<>();
                    start(strategy, standings, started);
                    while (standings.containsValue(Standing.InFlight)) {
                        settleOne(standings, fates);
                        start(strategy, standings, started);
                    }
                    assertEquals(List.copyOf(standings.keySet()), started, "all, in turn, each once");
                });
    }

    private static void start(RolloutStrategy strategy, Map<String, Standing> standings, List<String> started) {
        List<Candidate> candidates = standings.entrySet().stream()
                .map(e -> new Candidate(e.getKey(), e.getValue()))
                .toList();
        List<String> start = RolloutPlanner.start(strategy, candidates);
        start.forEach(cluster -> standings.put(cluster, Standing.InFlight));
        started.addAll(start);
    }

    /** One of those in flight is done or given up; which one is its fate. */
    private static void settleOne(Map<String, Standing> standings, List<Integer> fates) {
        List<String> inFlight = standings.entrySet().stream()
                .filter(e -> e.getValue() == Standing.InFlight)
                .map(Map.Entry::getKey)
                .toList();
        int fate = fates.get(standings.size() - inFlight.size());
        standings.put(inFlight.get(fate % inFlight.size()), Standing.Settled);
    }
}
