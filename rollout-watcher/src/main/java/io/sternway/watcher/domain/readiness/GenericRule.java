package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.time.Duration;

/** Every other kind: the Ready condition, if it has one. */
final class GenericRule {

    private GenericRule() {}

    /**
     * What it looks like.
     *
     * @param builtIn whether the API server brings its kind; any other has a controller, which may not have seen it yet
     * @param sinceApplied how long ago it was first looked at, at this epoch
     * @param grace how long a controller has to write a first status
     */
    static Assessment assess(Json object, boolean builtIn, Duration sinceApplied, Duration grace) {
        Json ready = Conditions.of(object).find("Ready");
        if (ready != null) {
            return ready.is("True", "status")
                    ? Assessment.current("it is ready")
                    : Assessment.inProgress(UnreadyReason.NotReady, ready);
        }
        if (!builtIn && !object.has("status") && sinceApplied.compareTo(grace) < 0) {
            return Assessment.inProgress(UnreadyReason.NoStatusYet, "its controller may not have seen it yet");
        }
        return Assessment.current("it is there");
    }
}
