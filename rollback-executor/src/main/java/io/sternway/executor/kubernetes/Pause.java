package io.sternway.executor.kubernetes;

import java.util.concurrent.TimeUnit;

/** A short wait between two looks at a cluster. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Ended.stopped("Interrupted");
        }
    }
}
