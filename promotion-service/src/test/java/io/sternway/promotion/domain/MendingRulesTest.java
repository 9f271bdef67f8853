package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MendingRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    @Test
    @DisplayName("K17 K11 a command mends where what was sent last did not succeed, and on ordinary rollouts never")
    void mendsAfterAFailure() {
        World world = World.of(stage("only").onFailure(OnFailure.Halt).maxFailures(0))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c2", 2, Behaviour.CRASH).request("two").pass(A_WHILE);
        world.request("three").pass(A_WHILE);

        assertEquals(
                List.of("1 [c1, c2] false", "2 [c1, c2] false", "3 [c1] false", "3 [c2] true"),
                world.effects(Effect.Deploy.class).stream()
                        .map(deploy -> deploy.revision() + " "
                                + deploy.targets().stream()
                                        .map(Effect.DispatchTarget::cluster)
                                        .toList()
                                + " " + deploy.mends())
                        .toList());
    }

    @Test
    @DisplayName("K17 a command that is repeated mends only if the first one did")
    void aRepetitionMendsAsTheFirst() {
        World world = World.of(stage("only").onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c1", 2, Behaviour.MANUAL).request("two");
        world.answer("c1", DeploymentFact.Answer.StoppedStarted, "Unreachable");
        world.answer("c1", DeploymentFact.Answer.Applied, null)
                .health("c1", HealthState.Failed)
                .pass(A_WHILE);
        world.behave("c1", 3, Behaviour.MANUAL).request("three");
        world.answer("c1", DeploymentFact.Answer.StoppedStarted, "Unreachable");

        assertEquals(
                List.of("1 false", "2 false", "2 false", "3 true", "3 true"),
                world.effects(Effect.Deploy.class).stream()
                        .map(deploy -> deploy.revision() + " " + deploy.mends())
                        .toList());
    }
}
