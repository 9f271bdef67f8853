package io.sternway.promotion.app;

import java.time.Duration;

/** Counts what is decided. */
public interface DecisionMetrics {

    /** A decision was made on so many facts and had so many effects. */
    void decided(int facts, int effects);

    /** A promotion was decided so long after it was due. */
    void late(Duration lag);

    /** A decision threw; its promotion is parked. */
    void parked();
}
