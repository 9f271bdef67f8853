package io.sternway.promotion.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of each request (R1). Belongs into a transaction of the caller. */
public interface RequestLog {

    /**
     * Notes the answer to a request; one that is noted already stays as it is.
     *
     * @param request which
     * @param promotion {@code project/name}; absent if it could not be read
     * @param accepted whether it was
     * @param reason CamelCase
     * @param at the database's clock
     */
    void note(RequestIdentity request, @Nullable String promotion, boolean accepted, String reason, Instant at);

    /** Forgets answers given before that, at most so many; tells how many. */
    int forget(Instant before, int limit);
}
