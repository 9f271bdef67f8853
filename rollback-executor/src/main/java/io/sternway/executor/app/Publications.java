package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.Change;
import java.util.List;

/** What is told on the deployments topic, in the caller's transaction and in this order. */
public interface Publications {

    void publish(List<Change.DeploymentRecord> records);
}
