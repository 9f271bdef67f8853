package io.sternway.sandbox.contract;

import io.sternway.sandbox.cluster.real.RealControlPlane;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs a contract on one real cluster for all tests; skips it with a line that says how to get one. */
final class OnRealControlPlane extends OnCluster implements ExecutionCondition {
    OnRealControlPlane() {
        super("real", RealCluster::new);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return RealControlPlane.whyNot()
                .map(ConditionEvaluationResult::disabled)
                .orElse(ConditionEvaluationResult.enabled("a control plane has been built"));
    }
}
