package io.sternway.promotion.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which request something is about (R1).
 *
 * @param source CloudEvents source
 * @param id CloudEvents id
 * @param hash of its bytes
 */
public record RequestIdentity(String source, String id, String hash) {

    RequestLog.Entry entry(@Nullable String promotion, boolean accepted, String reason, Instant at) {
        return new RequestLog.Entry(source, id, hash, promotion, accepted, reason, at);
    }
}
