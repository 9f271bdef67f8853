package io.sternway.promotion.domain.simulation;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.sternway.promotion.domain.PromotionMachine;
import io.sternway.promotion.domain.model.Answer;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.Input;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Revision.Quarantine;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.stage.StageGates;
import io.sternway.vocabulary.AuditType;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A promotion that is decided about as news come, checked at each step, and how it stands. */
public class SimulatedPromotion {

    final SimulatedFleet fleet = new SimulatedFleet();
    final SimulatedExecutor executor = new SimulatedExecutor(fleet::isAway, this::tell);
    final List<Effect> effects = new ArrayList<>();
    final Deque<Input> queue = new ArrayDeque<>();
    final List<Fact> told = new ArrayList<>();
    final List<Fact> heldBack = new ArrayList<>();
    final Set<Class<? extends Fact>> late = new HashSet<>();
    final List<Answer> answers = new ArrayList<>();
    final Invariants invariants = new Invariants();
    long epoch;
    boolean catchesUp = true;
    boolean parked;
    Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Nullable
    Instant due;

    @Nullable
    Promotion state;

    public FleetView fleet() {
        return fleet.view();
    }

    public Instant now() {
        return now;
    }

    @Nullable
    public Instant due() {
        return due;
    }

    /** What REST says that the stages of the newest run wait for. */
    public List<Gate> shutGates() {
        return StageGates.ofNewestRun(new Situation(state(), fleet.view(), now)).stream()
                .filter(gate -> !gate.open())
                .toList();
    }

    public GivenUp givenUp(String cluster) {
        return requireNonNull(target(cluster).givenUp(), cluster + " is not given up");
    }

    @Nullable
    public Quarantine quarantine(long revision) {
        return requireNonNull(state().revisions().get(revision)).quarantine();
    }

    public Promotion state() {
        return requireNonNull(state, "nothing was requested yet");
    }

    public List<Effect> effects() {
        return effects;
    }

    public Target target(String cluster) {
        Target target = state().targets().get(cluster);
        assertNotNull(target, cluster + " is no target");
        return target;
    }

    public Run run(long number) {
        Run run = state().runs().get(number);
        assertNotNull(run, "run " + number + " is not there any more");
        return run;
    }

    public StageRun part(long run, String stage) {
        return run(run).stage(stage).orElseThrow();
    }

    public StagePhase phase(long run, String stage) {
        return part(run, stage).phase();
    }

    @Nullable
    public Long stable(String stage) {
        return requireNonNull(state().stages().get(stage)).stable();
    }

    /** What each cluster really holds. */
    public Map<String, Long> held() {
        return executor.held();
    }

    /** What the clusters of a stage really hold. */
    public Map<String, Long> held(String stage) {
        Map<String, Long> held = held();
        held.keySet().removeIf(cluster -> {
            Target target = state().targets().get(cluster);
            return target == null || !target.stage().equals(stage);
        });
        return held;
    }

    @Nullable
    public Long owner(String stage) {
        return requireNonNull(state().stages().get(stage)).owner();
    }

    public List<AuditEntry> audit(AuditType... types) {
        List<AuditType> wanted = Arrays.asList(types);
        return effects.stream()
                .filter(Effect.Audit.class::isInstance)
                .map(e -> ((Effect.Audit) e).entry())
                .filter(e -> wanted.isEmpty() || wanted.contains(e.type()))
                .toList();
    }

    public AuditEntry one(AuditType type) {
        List<AuditEntry> found = audit(type);
        assertEquals(1, found.size(), () -> type + " is expected once: " + found);
        return found.get(0);
    }

    public <T extends Effect> List<T> effects(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public Map<String, StagePhase> phases(long run) {
        Map<String, StagePhase> phases = new LinkedHashMap<>();
        run(run).stages().forEach(s -> phases.put(s.stage(), s.phase()));
        return phases;
    }

    // ---- news

    /** Something that the executor or the evaluator says. */
    public void tell(Fact fact) {
        told.add(fact);
        if (late.contains(fact.getClass())) {
            heldBack.add(fact);
        } else {
            queue.add(fact);
        }
    }

    public void readAll() {
        queue.addAll(heldBack);
        heldBack.clear();
    }

    // ---- deciding

    public void decide() {
        assertNotNull(state);
        if (parked) {
            Decision taken = PromotionMachine.takeIn(state, List.copyOf(queue), fleet.view(), now);
            queue.clear();
            keep(taken);
            taken.auditEntries().forEach(invariants::audit);
            due = null;
            return;
        }
        for (int round = 0; round < 1000; round++) {
            List<Input> inputs = new ArrayList<>(queue);
            queue.clear();
            Decision decision = PromotionMachine.decide(state(), inputs, fleet.view(), now, () -> ++epoch);
            keep(decision);
            invariants.check(decision, fleet.view(), now);
            if (state == null) {
                return;
            }
            decision.effects().forEach(effect -> executor.take(effect, now));
            if (!decision.catchUp().isEmpty() && catchesUp && !heldBack.isEmpty()) {
                readAll();
            } else if (!decision.catchUp().isEmpty() && catchesUp) {
                fleet.catchUp(decision.catchUp(), now);
            } else if (queue.isEmpty()) {
                assertQuiet();
                return;
            }
        }
        throw new AssertionError("facts and decisions chase each other for ever");
    }

    private void keep(Decision decision) {
        state = decision.state().isUnborn() ? null : decision.state();
        due = decision.nextDueAt();
        effects.addAll(decision.effects());
        answers.addAll(decision.answers());
    }

    /** Deciding again without news changes nothing. */
    private void assertQuiet() {
        Decision again = PromotionMachine.decide(state(), List.of(), fleet.view(), now, () -> ++epoch);
        assertEquals(List.of(), again.effects(), "a decision without news has effects");
        assertEquals(state, again.state(), "a decision without news changes the state");
    }
}
