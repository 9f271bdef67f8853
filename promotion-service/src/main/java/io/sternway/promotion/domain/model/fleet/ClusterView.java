package io.sternway.promotion.domain.model.fleet;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster was last reported. All times are the database's, of receipt.
 *
 * @param partition its partition of health and deployments
 * @param reached whether the last report reached it
 * @param interval how long until the next report, as the last one said
 * @param heardAt the last report, reached or not
 * @param freshAt the last report that reached it; absent if none did
 * @param freshSince since when it has been reached without a gap of more than three intervals that was its own; absent if
 *     it never was
 * @param returns how often it changed from not reached to reached
 */
public record ClusterView(
        int partition,
        boolean reached,
        Duration interval,
        Instant heardAt,
        @Nullable Instant freshAt,
        @Nullable Instant freshSince,
        long returns) {}
