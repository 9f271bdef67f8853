package io.sternway.evaluator.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** H3: what an observed object means, given what was seen of it before. */
@Tag("H3")
class ReadinessTest {

    private static final Progress EXCEEDED = new Progress("ProgressDeadlineExceeded", "2026-01-01T00:00:00Z");
    private static final ObjectMemory FRESH = ObjectMemory.NONE;
    private static final ObjectMemory PASSED = new ObjectMemory(true, null);

    @Test
    void a_current_object_passes() {
        assertVerdict(Verdict.Pass, "Current", judge(seen(ObjectSeen.Status.Current, null), FRESH));
    }

    @Test
    void what_could_not_be_read_is_an_error_and_never_a_failure() {
        assertVerdict(Verdict.Error, "Unreadable", judge(seen(ObjectSeen.Status.Unknown, null), PASSED));
    }

    @Test
    void an_object_that_was_applied_and_is_gone_fails() {
        assertVerdict(Verdict.Fail, "NotFound", judge(seen(ObjectSeen.Status.NotFound, null), PASSED));
    }

    @Test
    void a_job_that_completed_and_is_gone_by_its_ttl_passes() {
        ObjectSeen job = new ObjectSeen(
                new ObjectName("batch/v1", "Job", "shop", "migrate"), ObjectSeen.Status.NotFound, null, null, null);
        assertVerdict(Verdict.Pass, "JobCompleted", Readiness.judge(job, PASSED, null));
        assertVerdict(Verdict.Fail, "NotFound", Readiness.judge(job, FRESH, null));
    }

    @Test
    void failed_pods_fail_a_workload_while_it_is_progressing() {
        Workload crashing = new Workload(2, 2, true, List.of("p-1: CrashLoopBackOff"), null);
        Readiness.Judgement judgement = judge(inProgress(crashing), FRESH);
        assertVerdict(Verdict.Fail, "PodsFailed", judgement);
        assertEquals("p-1: CrashLoopBackOff", judgement.reason().message());
    }

    @Test
    void a_failed_pod_of_a_workload_that_has_passed_and_has_enough_left_does_not_fail_it() {
        Workload oneCrashes = new Workload(3, 3, false, List.of("p-1: OOMKilled"), null);
        assertVerdict(Verdict.Pass, "Scaling", judge(inProgress(oneCrashes), PASSED));
    }

    @Test
    void a_failed_pod_fails_a_workload_that_has_passed_when_fewer_than_the_minimum_are_left() {
        Workload fewLeft = new Workload(1, 2, false, List.of("p-1: OOMKilled"), null);
        assertVerdict(Verdict.Fail, "PodsFailed", judge(inProgress(fewLeft), PASSED));
    }

    @Test
    void a_workload_that_breaks_after_its_rollout_became_unavailable() {
        assertVerdict(
                Verdict.Fail,
                "BecameUnavailable",
                judge(inProgress(new Workload(0, 2, false, List.of(), null)), PASSED));
    }

    @Test
    void fewer_available_while_a_newer_generation_rolls_out_is_progress() {
        assertVerdict(
                Verdict.Progressing,
                "LessReplicas",
                judge(inProgress(new Workload(0, 2, true, List.of(), null)), PASSED));
    }

    @Test
    void a_deadline_exceeded_that_stood_there_at_the_apply_never_counts() {
        ObjectSeen stuck = inProgress(new Workload(2, 2, true, List.of(), EXCEEDED));
        Readiness.Judgement first = Readiness.judge(stuck, FRESH, EXCEEDED);
        assertVerdict(Verdict.Progressing, "LessReplicas", first);
        assertVerdict(Verdict.Progressing, "LessReplicas", Readiness.judge(stuck, first.memory(), EXCEEDED));
    }

    @Test
    void a_new_deadline_exceeded_counts_when_the_next_look_sees_it_too() {
        ObjectSeen stuck = inProgress(new Workload(2, 2, true, List.of(), EXCEEDED));
        Readiness.Judgement first = Readiness.judge(stuck, FRESH, new Progress("NewReplicaSetAvailable", "before"));
        assertVerdict(Verdict.Progressing, "LessReplicas", first);
        assertVerdict(Verdict.Fail, "ProgressDeadlineExceeded", Readiness.judge(stuck, first.memory(), null));
    }

    @Test
    void a_deadline_exceeded_is_not_terminal() {
        Readiness.Judgement first = judge(inProgress(new Workload(2, 2, true, List.of(), EXCEEDED)), FRESH);
        Workload goesOn = new Workload(2, 2, true, List.of(), new Progress("ReplicaSetUpdated", "later"));
        assertVerdict(Verdict.Progressing, "LessReplicas", judge(inProgress(goesOn), first.memory()));
    }

    private static Readiness.Judgement judge(ObjectSeen seen, ObjectMemory memory) {
        return Readiness.judge(seen, memory, null);
    }

    private static ObjectSeen inProgress(Workload workload) {
        return new ObjectSeen(name(), ObjectSeen.Status.InProgress, "LessReplicas", "1/2", workload);
    }

    private static ObjectSeen seen(ObjectSeen.Status status, @Nullable Workload workload) {
        return new ObjectSeen(name(), status, null, null, workload);
    }

    private static ObjectName name() {
        return new ObjectName("apps/v1", "Deployment", "shop", "checkout");
    }

    private static void assertVerdict(Verdict verdict, String reason, Readiness.Judgement judgement) {
        assertEquals(verdict, judgement.reason().verdict());
        assertEquals(reason, judgement.reason().reason());
    }
}
