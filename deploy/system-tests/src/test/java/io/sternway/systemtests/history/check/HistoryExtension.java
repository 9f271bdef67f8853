package io.sternway.systemtests.history.check;

import io.sternway.events.PromotionRef;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.systemtests.scenario.StartedScenarios;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each test that has begun scenarios and did not fail, and before what it has started is stopped: their
 * promotions' history must be sound; in an environment of the test's own, everything. It is registered for all tests; what a
 * factory makes starts and stops its environment within the factory, and checks for itself.
 */
public final class HistoryExtension implements BeforeTestExecutionCallback, AfterTestExecutionCallback {

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        StartedScenarios.testBegins();
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        List<Scenario> begun = StartedScenarios.testEnds();
        boolean checksItself = context.getRequiredTestMethod().isAnnotationPresent(TestFactory.class);
        if (context.getExecutionException().isPresent() || checksItself) {
            return;
        }
        Map<TestEnvironment, Set<PromotionRef>> promotions = begun.stream()
                .collect(Collectors.groupingBy(
                        Scenario::environment,
                        Collectors.mapping(
                                scenario -> new PromotionRef(Scenario.PROJECT, scenario.promotion()),
                                Collectors.toSet())));
        promotions.forEach((environment, own) -> {
            if (environment.isShared()) {
                HistoryAssertions.assertSound(environment, own);
            } else {
                HistoryAssertions.assertSound(environment);
            }
        });
    }
}
