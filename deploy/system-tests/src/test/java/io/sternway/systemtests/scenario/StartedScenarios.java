package io.sternway.systemtests.scenario;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The scenarios that the test of this thread has begun. A thread whose test waits may run another test meanwhile: tests
 * are nested then, and the innermost is the one that begins scenarios.
 */
public final class StartedScenarios {

    private static final ThreadLocal<Deque<List<Scenario>>> TESTS = ThreadLocal.withInitial(ArrayDeque::new);

    private StartedScenarios() {}

    /** A test begins. */
    public static void testBegins() {
        TESTS.get().push(new ArrayList<>());
    }

    /** The test that began last ends; the scenarios that it has begun. */
    public static List<Scenario> testEnds() {
        return TESTS.get().pop();
    }

    static void add(Scenario scenario) {
        List<Scenario> ofTest = TESTS.get().peek();
        if (ofTest != null) {
            ofTest.add(scenario);
        }
    }
}
