package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.target.PruneStatus;
import io.sternway.promotion.domain.target.Target;
import java.util.List;
import java.util.Objects;

/** What is not as it should be in a stage that went on all the same. */
final class Degradation {

    private Degradation() {}

    /** Members that hold objects of an older revision, since their prune did not end in time (K5). */
    static List<String> unpruned(Draft draft, StageRun part) {
        return part.members().stream()
                .map(draft::target)
                .filter(Objects::nonNull)
                .filter(t -> t.prune().state() == PruneStatus.State.Incomplete)
                .map(Target::cluster)
                .toList();
    }
}
