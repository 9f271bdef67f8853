package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;

import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a stage waits for is one list: what is shown of it is what is acted on. */
class GateRulesTest {

    private static final Duration TICK = Duration.ofMillis(1);

    @Test
    @DisplayName("R10 a gate opens exactly when REST said that it would, whatever the soak, the delay and a relapse")
    void announcedTimesAreHonoured() {
        qt().withExamples(60)
                .forAll(
                        integers().between(0, 90),
                        integers().between(0, 90),
                        integers().between(0, 120))
                .checkAssert((soak, delay, relapse) -> {
                    World world = World.of(
                                    stage("only").soak(Duration.ofSeconds(soak)).delay(Duration.ofSeconds(delay)))
                            .clusters("only", "c1", "c2")
                            .report()
                            .request("one")
                            .pass(Duration.ofSeconds(relapse));
                    if (world.run(1).inFlight()) {
                        world.health("c2", HealthState.Degraded)
                                .pass(Duration.ofSeconds(3))
                                .health("c2", HealthState.Ready);
                    }
                    Set<Gate.Kind> opened = EnumSet.noneOf(Gate.Kind.class);
                    for (Optional<Gate> next = timed(world); next.isPresent(); next = timed(world)) {
                        opensAsAnnounced(world, next.get());
                        opened.add(next.get().kind());
                    }
                    assertTrue(opened.size() <= 2, () -> "one soak and one delay: " + opened);
                    world.pass(Duration.ofSeconds(5));
                    assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
                });
    }

    private static Optional<Gate> timed(World world) {
        return world.shutGates().stream().filter(gate -> gate.opensAt() != null).findFirst();
    }

    private static void opensAsAnnounced(World world, Gate gate) {
        Instant opensAt = requireNonNull(gate.opensAt());
        assertTrue(opensAt.isAfter(world.now()), () -> gate + " could have opened before");
        Duration ahead = Duration.between(world.now(), opensAt);
        world.pass(ahead.minus(TICK));
        assertTrue(kinds(world).contains(gate.kind()), () -> gate + " opened too early");
        world.pass(TICK);
        assertTrue(!kinds(world).contains(gate.kind()), () -> gate + " did not open");
    }

    private static List<Gate.Kind> kinds(World world) {
        return world.shutGates().stream().map(Gate::kind).toList();
    }

    @Test
    @DisplayName("R10 while nobody is heard no opening time is announced, and afterwards the one that holds")
    void noTimeIsAnnouncedWhileWeAreDeaf() {
        World world = World.of(stage("only").soak(Duration.ofMinutes(2)))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(Duration.ofSeconds(20));
        assertNotNull(timed(world).orElseThrow().opensAt());
        world.deafTo("c1").pass(Duration.ofMinutes(3));
        assertEquals(Optional.empty(), timed(world));
        world.hearAgain().pass(Duration.ofSeconds(10));
        opensAsAnnounced(world, timed(world).orElseThrow());
    }
}
