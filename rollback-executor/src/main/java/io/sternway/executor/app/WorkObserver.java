package io.sternway.executor.app;

import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Target;
import io.sternway.executor.domain.target.TargetKey;
import java.time.Duration;

/** Is told how attempts went, for metrics and logs. */
public interface WorkObserver {

    void attempted(Target target, Attempt attempt, Duration took);

    /** A target was set aside: somebody must look at it. */
    void setAside(TargetKey target, RuntimeException why);
}
