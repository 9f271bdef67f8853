package io.sternway.watcher.app.observe;

import io.sternway.vocabulary.ObjectStatus;
import io.sternway.watcher.domain.readiness.Assessment;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a target looks like.
 *
 * @param target the target
 * @param objects each of its objects
 */
public record TargetObservation(WatchedTarget target, List<ObjectObservation> objects) {

    public TargetObservation {
        objects = List.copyOf(objects);
    }

    /** Whether every object could be read. */
    public boolean readable() {
        return objects.stream().noneMatch(object -> object.assessment().status() == ObjectStatus.Unknown);
    }

    /** Whether there is nothing to wait for. */
    public boolean allCurrent() {
        return objects.stream().allMatch(object -> object.assessment().status() == ObjectStatus.Current);
    }

    /**
     * Equal for looks that say the same. Why something could not be read is part of it, in which words is not: they may
     * change with each try.
     */
    public String signature() {
        StringBuilder text = new StringBuilder().append(target.epoch());
        for (ObjectObservation look : objects) {
            Assessment seen = look.assessment();
            text.append('\n')
                    .append(look.uid())
                    .append(' ')
                    .append(look.generation())
                    .append(' ')
                    .append(
                            seen.status() == ObjectStatus.Unknown
                                    ? Assessment.unknown(String.valueOf(seen.reason()), "")
                                    : seen);
        }
        return text.toString();
    }

    /**
     * What an object looks like.
     *
     * @param object the object as applied
     * @param uid its uid as it is now; absent when it is not there or could not be read
     * @param generation its generation as it is now; 0 for kinds without
     * @param assessment what that means
     */
    public record ObjectObservation(
            WatchedObject object, @Nullable String uid, long generation, Assessment assessment) {}
}
