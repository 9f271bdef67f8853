package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One word for how a promotion stands, for lists and metrics: the outcome of its newest run, or while that is in flight
 * the phase of the stage that it is in.
 */
public final class PromotionPhase {

    private PromotionPhase() {}

    /** The word. */
    public static String of(Promotion promotion) {
        Optional<Run> run = promotion.activeRun();
        if (run.isEmpty()) {
            return StagePhase.Pending.name();
        }
        if (run.get().outcome() != null) {
            return run.get().outcome().name();
        }
        return run.get().stages().stream()
                .map(StageRun::phase)
                .filter(phase -> !phase.passed())
                .findFirst()
                .orElse(StagePhase.Waiting)
                .name();
    }

    /** Every word there is. */
    public static List<String> words() {
        return Stream.concat(
                        Stream.of(StagePhase.values()).map(Enum::name),
                        Stream.of(RunOutcome.values()).map(Enum::name))
                .distinct()
                .sorted()
                .toList();
    }
}
