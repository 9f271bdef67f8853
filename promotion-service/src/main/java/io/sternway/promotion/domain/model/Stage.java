package io.sternway.promotion.domain.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a stage whatever the run.
 *
 * @param name its name
 * @param owner the run that last started there: it alone is responsible for it (R3); absent before the first
 * @param stable the stage's stable revision; absent before the first success
 * @param history the revisions that succeeded there, the latest success last
 */
public record Stage(
        String name, @Nullable Long owner, @Nullable Long stable, List<StageSuccess> history) {

    public Stage {
        history = List.copyOf(history);
    }

    /** A stage where nothing ever happened. */
    public static Stage unused(String name) {
        return new Stage(name, null, null, List.of());
    }

    /**
     * A revision that succeeded in a stage.
     *
     * @param revision the revision
     * @param succeededAt when it last did
     * @param failedAt when it failed there since; absent if it has not
     */
    public record StageSuccess(
            long revision, Instant succeededAt, @Nullable Instant failedAt) {}

    /** With another run that is responsible for it. */
    public Stage ownedBy(long run) {
        return new Stage(name, run, stable, history);
    }
}
