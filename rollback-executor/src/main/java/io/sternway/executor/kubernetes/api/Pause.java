package io.sternway.executor.kubernetes.api;

import io.sternway.executor.app.AttemptEnded;
import io.sternway.vocabulary.DeploymentReason;
import java.util.concurrent.TimeUnit;

/** A short wait between two looks at a cluster. */
public final class Pause {

    private Pause() {}

    public static void millis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AttemptEnded.stopped(DeploymentReason.Interrupted);
        }
    }
}
