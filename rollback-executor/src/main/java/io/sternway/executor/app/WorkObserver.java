package io.sternway.executor.app;

import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Target;
import java.time.Duration;

/** Is told how attempts went, for metrics and logs. */
@FunctionalInterface
public interface WorkObserver {

    void attempted(Target target, Attempt attempt, Duration took);
}
