package io.sternway.systemtests.history;

import io.sternway.events.PromotionRef;
import io.sternway.systemtests.ground.Ground;
import io.sternway.systemtests.scenario.Begun;
import io.sternway.systemtests.scenario.Scenario;
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
 * promotions' history must be sound; on a ground of the test's own, everything. It is registered for all tests; what a
 * factory makes starts and stops its ground within the factory, and checks for itself.
 */
public final class HistoryExtension implements BeforeTestExecutionCallback, AfterTestExecutionCallback {

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        Begun.testBegins();
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        List<Scenario> begun = Begun.testEnds();
        boolean checksItself = context.getRequiredTestMethod().isAnnotationPresent(TestFactory.class);
        if (context.getExecutionException().isPresent() || checksItself) {
            return;
        }
        Map<Ground, Set<PromotionRef>> promotions = begun.stream()
                .collect(Collectors.groupingBy(
                        Scenario::ground,
                        Collectors.mapping(
                                scenario -> new PromotionRef(Scenario.PROJECT, scenario.promotion()),
                                Collectors.toSet())));
        promotions.forEach((ground, own) -> {
            if (ground.isShared()) {
                HistoryCheck.assertSound(ground, own);
            } else {
                HistoryCheck.assertSound(ground);
            }
        });
    }
}
