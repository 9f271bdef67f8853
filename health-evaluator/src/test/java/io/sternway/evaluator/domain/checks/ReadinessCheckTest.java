package io.sternway.evaluator.domain.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.evaluator.domain.checks.ReadinessCheck.Judgement;
import io.sternway.evaluator.domain.observed.FailedPod;
import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.evaluator.domain.observed.Workload;
import io.sternway.vocabulary.ObjectStatus;
import io.sternway.vocabulary.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** H3: what an observed object means, given what was seen of it before. */
@Tag("H3")
class ReadinessCheckTest {

    private static final RolloutProgress EXCEEDED =
            new RolloutProgress("ProgressDeadlineExceeded", "2026-01-01T00:00:00Z");
    private static final ObjectMemory FRESH = ObjectMemory.NONE;
    private static final ObjectMemory PASSED = new ObjectMemory(true, null, null, null, null, null, null, null);

    @Test
    void aCurrentObjectPasses() {
        assertVerdict(Verdict.Pass, "Current", judge(seen(ObjectStatus.Current, null), FRESH));
    }

    @Test
    void whatCouldNotBeReadIsAnErrorAndNeverAFailure() {
        assertVerdict(Verdict.Error, "Unreadable", judge(seen(ObjectStatus.Unknown, null), PASSED));
    }

    @Test
    void anObjectThatWasAppliedAndIsGoneFails() {
        assertVerdict(Verdict.Fail, "NotFound", judge(seen(ObjectStatus.NotFound, null), PASSED));
    }

    @Test
    @Tag("H17")
    void aJobThatCompletedAndIsGoneByItsTtlPasses() {
        ObservedObject job = new ObservedObject(
                new ObjectName("batch/v1", "Job", "shop", "migrate"), null, ObjectStatus.NotFound, null, null, null);
        assertVerdict(Verdict.Pass, "JobCompleted", judge(job, PASSED, null));
        assertVerdict(Verdict.Error, "JobOutcomeUnknown", judge(job, FRESH, null));
    }

    @Test
    void failedPodsFailAWorkloadWhileItIsProgressing() {
        Workload crashing = workload(2, 2, true, "p-1: CrashLoopBackOff", null);
        Judgement judgement = judge(inProgress(crashing), FRESH);
        assertVerdict(Verdict.Fail, "PodsFailed", judgement);
        assertEquals(
                "p-1: CrashLoopBackOff of container app, exit code 1, restarts: 3",
                judgement.reasons().get(0).message());
    }

    @Test
    void aFailedPodOfAWorkloadThatHasPassedAndHasEnoughLeftDoesNotFailIt() {
        Workload oneCrashes = workload(3, 3, false, "p-1: OOMKilled", null);
        assertVerdict(Verdict.Pass, "Scaling", judge(inProgress(oneCrashes), PASSED));
    }

    @Test
    void aFailedPodFailsAWorkloadThatHasPassedWhenFewerThanTheMinimumAreLeft() {
        Workload fewLeft = workload(1, 2, false, "p-1: OOMKilled", null);
        assertVerdict(Verdict.Fail, "PodsFailed", judge(inProgress(fewLeft), PASSED));
    }

    @Test
    void aWorkloadThatBreaksAfterItsRolloutBecameUnavailable() {
        assertVerdict(Verdict.Fail, "BecameUnavailable", judge(inProgress(workload(0, 2, false, null, null)), PASSED));
    }

    @Test
    void fewerAvailableWhileANewerGenerationRollsOutIsProgress() {
        assertVerdict(Verdict.Progressing, "LessReplicas", judge(inProgress(workload(0, 2, true, null, null)), PASSED));
    }

    @Test
    void aDeadlineExceededThatStoodThereAtTheApplyNeverCounts() {
        ObservedObject stuck = inProgress(workload(2, 2, true, null, EXCEEDED));
        Judgement first = judge(stuck, FRESH, EXCEEDED);
        assertVerdict(Verdict.Progressing, "LessReplicas", first);
        assertVerdict(Verdict.Progressing, "LessReplicas", judge(stuck, memory(first), EXCEEDED));
    }

    @Test
    void aNewDeadlineExceededCountsWhenTheNextLookSeesItToo() {
        ObservedObject stuck = inProgress(workload(2, 2, true, null, EXCEEDED));
        Judgement first = judge(stuck, FRESH, new RolloutProgress("NewReplicaSetAvailable", "before"));
        assertVerdict(Verdict.Progressing, "LessReplicas", first);
        assertVerdict(Verdict.Fail, "ProgressDeadlineExceeded", judge(stuck, memory(first), null));
    }

    @Test
    void aDeadlineExceededIsNotTerminal() {
        Judgement first = judge(inProgress(workload(2, 2, true, null, EXCEEDED)), FRESH);
        Workload goesOn = workload(2, 2, true, null, new RolloutProgress("ReplicaSetUpdated", "later"));
        assertVerdict(Verdict.Progressing, "LessReplicas", judge(inProgress(goesOn), memory(first)));
    }

    private static Judgement judge(ObservedObject seen, ObjectMemory memory) {
        return judge(seen, memory, null);
    }

    private static Judgement judge(ObservedObject seen, ObjectMemory memory, @Nullable RolloutProgress atApply) {
        String id = seen.name().id();
        return ReadinessCheck.judge(
                List.of(seen),
                Map.of(id, memory),
                object -> new AppliedObject(atApply, null, false),
                Duration.ofSeconds(30),
                Instant.EPOCH);
    }

    private static ObjectMemory memory(Judgement judgement) {
        return Objects.requireNonNull(judgement.memory().get(name().id()));
    }

    private static Workload workload(
            int available, int minimum, boolean rolling, @Nullable String failure, @Nullable RolloutProgress progress) {
        List<FailedPod> failed = failure == null
                ? List.of()
                : List.of(new FailedPod("p-1", failure.substring("p-1: ".length()), "app", 1, 3, null));
        return new Workload(3, available, minimum, rolling, null, failed, progress);
    }

    private static ObservedObject inProgress(Workload workload) {
        return new ObservedObject(name(), null, ObjectStatus.InProgress, "LessReplicas", "1/2", workload);
    }

    private static ObservedObject seen(ObjectStatus status, @Nullable Workload workload) {
        return new ObservedObject(name(), null, status, null, null, workload);
    }

    private static ObjectName name() {
        return new ObjectName("apps/v1", "Deployment", "shop", "checkout");
    }

    private static void assertVerdict(Verdict verdict, String reason, Judgement judgement) {
        assertEquals(verdict, judgement.reasons().get(0).verdict());
        assertEquals(reason, judgement.reasons().get(0).reason());
    }
}
