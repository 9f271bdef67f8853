package io.sternway.executor.app;

import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A short wait. */
public final class Pause {

    private Pause() {}

    /** Waits; false if the thread was interrupted, and it still is. */
    public static boolean of(Duration duration) {
        try {
            TimeUnit.MILLISECONDS.sleep(duration.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits between two looks at a cluster; ends the attempt if the thread is interrupted. */
    public static void millis(long millis) {
        if (!of(Duration.ofMillis(millis))) {
            throw AttemptEndedException.stopped(DeploymentReason.Interrupted);
        }
    }
}
