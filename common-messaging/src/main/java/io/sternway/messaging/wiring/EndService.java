package io.sternway.messaging.wiring;

import io.quarkus.runtime.Quarkus;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Ends the service when a part of it is broken without which it would only seem to work; who runs it starts it again. */
@ApplicationScoped
public class EndService {

    private static final Logger LOG = Logger.getLogger(EndService.class);

    /**
     * Ends it with exit code 1, in an orderly way and without waiting for that.
     *
     * @param part what is broken
     * @param why what it threw
     */
    public void end(String part, Throwable why) {
        LOG.fatalf(why, "the service cannot work and ends part=%s", part);
        Quarkus.asyncExit(1);
    }
}
