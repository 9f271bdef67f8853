package io.sternway.executor.domain.content;

import java.util.Set;

/** Field managers by what is behind them. Names are compared exactly: a controller may be called anything else. */
public final class Managers {

    /** Tools with which people change single objects by hand. */
    private static final Set<String> PEOPLES = Set.of(
            "kubectl",
            "kubectl-annotate",
            "kubectl-autoscale",
            "kubectl-client-side-apply",
            "kubectl-create",
            "kubectl-edit",
            "kubectl-expose",
            "kubectl-label",
            "kubectl-last-applied",
            "kubectl-patch",
            "kubectl-replace",
            "kubectl-rollout",
            "kubectl-run",
            "kubectl-scale",
            "kubectl-set",
            "kubectl-taint",
            "helm",
            "k9s",
            "Lens",
            "Headlamp",
            "dashboard",
            "oc");

    private Managers() {}

    /** Whether a person is behind it. */
    public static boolean isPeoples(String manager) {
        return PEOPLES.contains(manager);
    }
}
