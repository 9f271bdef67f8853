package io.sternway.executor.kubernetes;

/** A short wait between two looks at a cluster. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Ended.stopped("Interrupted");
        }
    }
}
