package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.settings.FailurePolicy;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A stage of which more targets have failed than it tolerates (R8, R15), and what follows by its settings. It fails once,
 * whatever it waits for (R11), while it is active, while it is monitored (R22), and while a superseded run is still
 * responsible (R3).
 *
 * @param failed the members that this run dispatched to and that were given up
 * @param tolerated how many may be
 * @param silence all of them for want of an answer, so that {@code onNoEvidence} decides
 * @param evidence one of them speaks against the revision (R5)
 * @param action what follows
 */
public record StageFailure(List<Target> failed, int tolerated, boolean silence, boolean evidence, OnFailure action) {

    /** The failure, if there is one. */
    public static Optional<StageFailure> of(Situation situation, Run run, StageRun part) {
        if (!part.watched(situation.now())) {
            return Optional.empty();
        }
        List<Target> failed = failed(situation, run, part);
        int tolerated =
                part.settings().rollout().toleratedFailures(part.members().size());
        if (failed.size() <= tolerated) {
            return Optional.empty();
        }
        boolean silence = failures(failed).allMatch(f -> f.kind() == GivenUp.Kind.NoEvidence);
        boolean evidence = failures(failed).anyMatch(GivenUp::evidence);
        OnFailure action = action(part.settings().failure(), silence);
        return Optional.of(new StageFailure(failed, tolerated, silence, evidence, action));
    }

    /** The members that this run dispatched to and that were given up. */
    public static List<Target> failed(Situation situation, Run run, StageRun part) {
        return part.members().stream()
                .map(situation::target)
                .filter(Objects::nonNull)
                .filter(t -> t.givenUp() != null && t.deployedBy(run.number(), part.stage()))
                .toList();
    }

    private static Stream<GivenUp> failures(List<Target> failed) {
        return failed.stream().map(Target::givenUp).filter(Objects::nonNull);
    }

    private static OnFailure action(FailurePolicy policy, boolean silence) {
        if (!silence) {
            return policy.onFailure();
        }
        return policy.onNoEvidence() == OnNoEvidence.Halt ? OnFailure.Halt : OnFailure.Rollback;
    }
}
