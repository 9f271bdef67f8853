package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.observe.ClusterObservation;
import java.time.Duration;

/** Told of each look, for metrics and logs. */
public interface PollListener {

    /** A cluster was looked at, or could not be. */
    void looked(ClusterObservation look, Duration took);
}
