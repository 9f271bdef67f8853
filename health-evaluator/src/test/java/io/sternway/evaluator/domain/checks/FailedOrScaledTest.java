package io.sternway.evaluator.domain.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.evaluator.domain.checks.ReadinessCheck.Judgement;
import io.sternway.evaluator.domain.observed.FailedPod;
import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.Workload;
import io.sternway.vocabulary.ObjectStatus;
import io.sternway.vocabulary.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row of looks at one workload, two seconds apart, as an autoscaler, a person or a broken image makes them. */
class FailedOrScaledTest {

    private static final ObjectName NAME = new ObjectName("apps/v1", "Deployment", "shop", "checkout");
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final AppliedObject CHANGED = new AppliedObject(null, 2, false);

    private Map<String, ObjectMemory> memory = Map.of();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private AppliedObject applied = CHANGED;

    @Test
    @DisplayName("H14 scaling: new Pods that are not there yet do not make what was wanted before unavailable")
    void scalingUpIsNotFailing() {
        applied = new AppliedObject(null, null, false);
        assertLook(Verdict.Pass, "Current", current(4));
        assertLook(Verdict.Pass, "Scaling", scaling(12, 4));
        assertLook(Verdict.Pass, "Scaling", scaling(12, 9));
        assertLook(Verdict.Pass, "Scaling", scaling(20, 9));
        assertLook(Verdict.Fail, "BecameUnavailable", scaling(20, 3));
        assertLook(Verdict.Pass, "Current", current(20));
        assertLook(Verdict.Fail, "BecameUnavailable", scaling(20, 4));
    }

    @Test
    @DisplayName("H14 scaling: of what is wanted now as many must be there as a rollout leaves")
    void scalingDownNeedsLess() {
        applied = new AppliedObject(null, null, false);
        assertLook(Verdict.Pass, "Current", current(9));
        assertLook(Verdict.Pass, "Scaling", scaling(3, 3));
        assertLook(Verdict.Fail, "BecameUnavailable", scaling(3, 2));
    }

    @Test
    @DisplayName("H14 scaling: another Pod template is a rollout, not a scaling")
    void anotherTemplateRollsOut() {
        assertFalse(look(current(2)).rollsAgain());
        Judgement other = look(inProgress(workload(2, 1, 2, "2", List.of())));
        assertTrue(other.rollsAgain());
        assertEquals(Verdict.Progressing, other.reasons().get(0).verdict());
    }

    @ParameterizedTest(name = "{0} with {1} restarts: definite {2}")
    @DisplayName("H15 definite and transient failures are in one table")
    @CsvSource({
        "CrashLoopBackOff,2,true",
        "CrashLoopBackOff,1,false",
        "OOMKilled,2,true",
        "OOMKilled,0,false",
        "InvalidImageName,0,true",
        "ErrImagePull,0,false",
        "ImagePullBackOff,7,false",
        "CreateContainerConfigError,0,false"
    })
    void failuresAreDefiniteOrTransient(String reason, int restarts, boolean definite) {
        Judgement judgement = look(crashing(pod("p", reason, restarts)));
        assertEquals("PodsFailed", judgement.reasons().get(0).reason());
        assertEquals(definite, judgement.definite());
    }

    @Test
    @DisplayName("H15 a transient failure counts when every look has found it for transientGrace")
    void aTransientFailureMustLast() {
        for (int seconds = 0; seconds < GRACE.toSeconds(); seconds += 2) {
            assertFalse(look(crashing(pod("p", "ImagePullBackOff", 0))).definite(), "after " + seconds + " s");
        }
        assertTrue(look(crashing(pod("p", "ImagePullBackOff", 0))).definite());
    }

    @Test
    @DisplayName("H15 any other look ends the count of a transient failure")
    void anotherLookEndsTheCount() {
        for (int i = 0; i < 40; i++) {
            assertFalse(look(crashing(pod("p", "ErrImagePull", 0))).definite());
            look(inProgress(workload(2, 1, 2, "1", List.of())));
        }
    }

    @Test
    @DisplayName("H15 Pods of a template that this apply left as it was count from the first look")
    void oldCrashesDoNotCount() {
        applied = new AppliedObject(null, null, true);
        assertFalse(look(crashing(pod("old", "CrashLoopBackOff", 40))).definite());
        assertFalse(look(crashing(pod("old", "CrashLoopBackOff", 42))).definite());
        assertTrue(look(crashing(pod("old", "CrashLoopBackOff", 43))).definite());
    }

    @Test
    @DisplayName("H15 a Pod that comes later, or is made anew under its name, counts from its own start")
    void aPodThatComesLater() {
        applied = new AppliedObject(null, null, true);
        look(crashing(pod("db-0", "CrashLoopBackOff", 40)));
        assertFalse(look(crashing(pod("db-0", "CrashLoopBackOff", 0))).definite());
        assertFalse(look(crashing(pod("late", "CrashLoopBackOff", 9))).definite());
        assertTrue(look(crashing(pod("late", "CrashLoopBackOff", 11))).definite());
    }

    @Test
    @DisplayName("H16 what a controller has not observed keeps the last verdict, for ten seconds")
    void whatIsNotObservedKeepsTheLastVerdict() {
        assertLook(Verdict.Pass, "Current", current(2));
        for (int seconds = 2; seconds <= 10; seconds += 2) {
            assertLook(Verdict.Pass, "Current", unobserved());
        }
        assertLook(Verdict.Progressing, "LatestGenerationNotObserved", unobserved());
        assertLook(Verdict.Pass, "Current", current(2));
        assertLook(Verdict.Pass, "Current", unobserved());
    }

    @Test
    @DisplayName("H16 before anything was observed there is no verdict to keep")
    void nothingIsKeptBeforeTheFirstLook() {
        assertLook(Verdict.Progressing, "LatestGenerationNotObserved", unobserved());
    }

    @Test
    @DisplayName("H20 the first pass needs as many replicas to be wanted as the snapshot wants")
    void fewerWantedDoNotPass() {
        assertLook(Verdict.Progressing, "FewerWanted", current(0));
        assertLook(Verdict.Progressing, "FewerWanted", current(1));
        assertLook(Verdict.Pass, "Current", current(3));
    }

    @Test
    @DisplayName("H20 fewer wanted later is no failure, and no pass either")
    void fewerWantedLater() {
        assertLook(Verdict.Pass, "Current", current(2));
        assertLook(Verdict.Progressing, "FewerWanted", scaling(1, 1));
        assertLook(Verdict.Progressing, "FewerWanted", current(0));
        assertLook(Verdict.Pass, "Current", current(2));
    }

    @Test
    @DisplayName("H20 where an autoscaler decides, fewer than the snapshot names may pass")
    void anAutoscalerDecides() {
        applied = new AppliedObject(null, null, false);
        assertLook(Verdict.Pass, "Current", current(1));
    }

    private Judgement look(ObservedObject seen) {
        Judgement judgement = ReadinessCheck.judge(List.of(seen), memory, id -> applied, GRACE, now);
        memory = judgement.memory();
        now = now.plusSeconds(2);
        return judgement;
    }

    private void assertLook(Verdict verdict, String reason, ObservedObject seen) {
        Reason found = look(seen).reasons().get(0);
        assertEquals(verdict + " " + reason, found.verdict() + " " + found.reason());
    }

    private static ObservedObject current(int replicas) {
        return seen(ObjectStatus.Current, null, workload(replicas, replicas, replicas, "1", List.of()));
    }

    private static ObservedObject scaling(int wanted, int available) {
        return inProgress(workload(wanted, available, wanted, "1", List.of()));
    }

    private static ObservedObject crashing(FailedPod... pods) {
        return inProgress(workload(2, 0, 2, "1", Arrays.asList(pods)));
    }

    private static ObservedObject unobserved() {
        Workload workload = workload(2, 2, 2, "1", List.of());
        return new ObservedObject(
                NAME, false, ObjectStatus.InProgress, "LatestGenerationNotObserved", "not yet", workload);
    }

    private static ObservedObject inProgress(Workload workload) {
        return seen(ObjectStatus.InProgress, "LessAvailable", workload);
    }

    private static ObservedObject seen(ObjectStatus status, @Nullable String reason, Workload workload) {
        return new ObservedObject(NAME, true, status, reason, null, workload);
    }

    private static FailedPod pod(String name, String reason, int restarts) {
        return new FailedPod(name, reason, "app", 1, restarts, null);
    }

    private static Workload workload(int wanted, int available, int minimum, String template, List<FailedPod> failed) {
        return new Workload(wanted, available, minimum, false, template, failed, null);
    }
}
