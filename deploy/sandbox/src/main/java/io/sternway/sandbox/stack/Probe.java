package io.sternway.sandbox.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Asks whether something on this machine answers. */
public final class Probe {

    private static final Duration POLL = Duration.ofMillis(50);

    private Probe() {}

    /** Whether a GET of the URL is answered with 200 within two seconds. */
    public static boolean answers(String url) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(500);
            connection.setReadTimeout(2000);
            try {
                return connection.getResponseCode() == 200;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Asks every 50 ms until it does.
     *
     * @param goOn asked each time; false gives up
     * @return whether it does
     */
    public static boolean await(String url, BooleanSupplier goOn) {
        while (!answers(url)) {
            if (!goOn.getAsBoolean()) {
                return false;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return true;
    }
}
