package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import java.time.Duration;

/** Is told how attempts went, for metrics and logs. */
public interface WorkObserver {

    void attempted(Target target, AttemptResult attempt, Duration took);

    /** A target was set aside: somebody must look at it. */
    void setAside(TargetKey target, RuntimeException why);
}
