package io.sternway.promotion.domain.model;

import io.sternway.settings.Settings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A valid promotion document, as far as a decision needs it.
 *
 * @param request the id of the request that brought it
 * @param ref which promotion
 * @param settings everything but the content
 * @param contentHash SHA-256 of the canonical form of the whole content
 * @param common what a stage without content of its own gets
 * @param byStage what the others get
 * @param ifRevision refused unless this is the newest revision's number; absent: any
 */
public record Document(
        String request,
        PromotionRef ref,
        Settings settings,
        String contentHash,
        Snapshot common,
        Map<String, Snapshot> byStage,
        @Nullable Long ifRevision)
        implements Input {

    public Document {
        byStage = Map.copyOf(byStage);
    }

    @Override
    public String event() {
        return request;
    }
}
