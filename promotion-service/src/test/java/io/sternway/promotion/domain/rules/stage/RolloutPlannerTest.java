package io.sternway.promotion.domain.rules.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Candidate;
import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Plan;
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

    private static RolloutStrategy strategy(
            RolloutStrategy.Type type, CountOrPercent concurrency, CountOrPercent failures) {
        return new RolloutStrategy(type, concurrency, failures, Duration.ofMinutes(1), Duration.ZERO);
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
        qt().forAll(someCandidates(), someAmount(), someAmount()).checkAssert((candidates, concurrency, failures) -> {
            Plan plan =
                    RolloutPlanner.plan(strategy(RolloutStrategy.Type.Progressive, concurrency, failures), candidates);
            long after = count(candidates, Standing.InFlight) + plan.start().size();
            long most = Math.max(concurrency.asConcurrency(candidates.size()), count(candidates, Standing.InFlight));
            assertTrue(after <= most);
        });
    }

    @Test
    @DisplayName("R7 R15 breach first: when too many have failed, or all, nothing starts, wherever they stand")
    void breachFirst() {
        qt().forAll(someCandidates(), someAmount(), someAmount()).checkAssert((candidates, concurrency, failures) -> {
            Plan plan =
                    RolloutPlanner.plan(strategy(RolloutStrategy.Type.Progressive, concurrency, failures), candidates);
            long failed = count(candidates, Standing.Failed);
            boolean tooMany =
                    failed > 0 && (failed > failures.asFailures(candidates.size()) || failed == candidates.size());
            assertEquals(tooMany, plan.breach());
            assertTrue(!tooMany || plan.start().isEmpty());
        });
    }

    @Test
    @DisplayName("R7 what is free is used, in the given order, by those that wait only")
    void freeSlotsAreUsed() {
        qt().forAll(someCandidates(), someAmount()).checkAssert((candidates, concurrency) -> {
            RolloutStrategy strategy =
                    strategy(RolloutStrategy.Type.Progressive, concurrency, CountOrPercent.percent(100));
            Plan plan = RolloutPlanner.plan(strategy, candidates);
            List<String> waiting = candidates.stream()
                    .filter(c -> c.standing() == Standing.Waiting)
                    .map(Candidate::cluster)
                    .toList();
            long free = concurrency.asConcurrency(candidates.size()) - count(candidates, Standing.InFlight);
            assertEquals(waiting.subList(0, (int) Math.min(waiting.size(), Math.max(0, free))), plan.start());
        });
    }

    @Test
    @DisplayName("R7 a paused cluster takes no slot")
    void pausedTakesNoSlot() {
        RolloutStrategy one =
                strategy(RolloutStrategy.Type.Progressive, CountOrPercent.count(1), CountOrPercent.count(0));
        Plan plan = RolloutPlanner.plan(one, candidates(Standing.Paused, Standing.Paused, Standing.Waiting));
        assertEquals(List.of("c2"), plan.start());
    }

    @Test
    @DisplayName("R7 All starts everything at once")
    void allAtOnce() {
        RolloutStrategy all = strategy(RolloutStrategy.Type.All, CountOrPercent.count(1), CountOrPercent.count(0));
        Plan plan = RolloutPlanner.plan(all, candidates(Standing.Waiting, Standing.InFlight, Standing.Waiting));
        assertFalse(plan.breach());
        assertEquals(List.of("c0", "c2"), plan.start());
    }

    @Test
    @DisplayName(
            "R7 a rollout always goes on until all are done or too many failed; nobody starts twice or out of turn")
    void everyRolloutEnds() {
        qt().forAll(
                        integers().between(0, 30),
                        someAmount(),
                        someAmount(),
                        lists().of(integers().between(0, 9)).ofSize(31))
                .checkAssert((targets, concurrency, failures, fates) -> {
                    RolloutStrategy strategy = strategy(RolloutStrategy.Type.Progressive, concurrency, failures);
                    Map<String, Standing> standings = new LinkedHashMap<>();
                    IntStream.range(0, targets).forEach(n -> standings.put("c" + n, Standing.Waiting));
                    List<String> started = new ArrayList<>();
                    Plan plan = start(strategy, standings, started);
                    while (!plan.breach() && standings.containsValue(Standing.InFlight)) {
                        settleOne(standings, fates);
                        plan = start(strategy, standings, started);
                    }
                    List<String> inTurn = List.copyOf(standings.keySet()).subList(0, started.size());
                    assertEquals(inTurn, started, "in turn, each once");
                    assertTrue(plan.breach() || started.size() == targets, "it stops with targets that wait");
                });
    }

    private static Plan start(RolloutStrategy strategy, Map<String, Standing> standings, List<String> started) {
        List<Candidate> candidates = standings.entrySet().stream()
                .map(e -> new Candidate(e.getKey(), e.getValue()))
                .toList();
        Plan plan = RolloutPlanner.plan(strategy, candidates);
        plan.start().forEach(cluster -> standings.put(cluster, Standing.InFlight));
        started.addAll(plan.start());
        return plan;
    }

    /** One of those in flight is done or fails; which one and how is its fate. */
    private static void settleOne(Map<String, Standing> standings, List<Integer> fates) {
        List<String> inFlight = standings.entrySet().stream()
                .filter(e -> e.getValue() == Standing.InFlight)
                .map(Map.Entry::getKey)
                .toList();
        int fate = fates.get(standings.size() - inFlight.size());
        standings.put(inFlight.get(fate % inFlight.size()), fate < 3 ? Standing.Failed : Standing.Done);
    }
}
