package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When a Pod counts as failed (H3). */
final class PodFailures {

    /** Nothing that starting again mends. */
    private static final Set<String> CANNOT_START = Set.of(
            "ImagePullBackOff",
            "ErrImagePull",
            "ErrImageNeverPull",
            "InvalidImageName",
            "ImageInspectError",
            "CreateContainerConfigError",
            "CreateContainerError");

    /** It is started again and again. */
    private static final Set<String> LOOPS = Set.of("CrashLoopBackOff", "RunContainerError", "StartError");

    private static final String OUT_OF_MEMORY = "OOMKilled";

    /** Its node gave it up, or did not take it. */
    private static final Set<String> NODES_FAULT = Set.of(
            "Evicted",
            "Preempting",
            "Preempted",
            "NodeShutdown",
            "Shutdown",
            "Terminated",
            "NodeLost",
            "NodeAffinity",
            "UnexpectedAdmissionError",
            "TopologyAffinityError");

    private PodFailures() {}

    /** Why it counts as failed; null if it does not. */
    static @Nullable String reason(Json pod) {
        if (pod.has("metadata", "deletionTimestamp") || isNodesFault(pod)) {
            return null;
        }
        for (Json container : containers(pod)) {
            String reason = reasonOf(container);
            if (reason != null) {
                return reason;
            }
        }
        return pod.is("Failed", "status", "phase") ? "PodFailed" : null;
    }

    /** Why it can never start; null if it can. The only failure of a Job's Pod that is not the Job's own to count. */
    static @Nullable String cannotStart(Json pod) {
        if (pod.has("metadata", "deletionTimestamp")) {
            return null;
        }
        for (Json container : containers(pod)) {
            String waiting = container.text("state", "waiting", "reason");
            if (waiting != null && CANNOT_START.contains(waiting)) {
                return waiting;
            }
        }
        return null;
    }

    /** Whether a text of the API may be about a Pod that fails: it has a word for why one does. */
    static boolean mayBeTold(String text) {
        return text.contains(OUT_OF_MEMORY)
                || text.contains("\"Failed\"")
                || LOOPS.stream().anyMatch(text::contains)
                || CANNOT_START.stream().anyMatch(text::contains);
    }

    /** Evicted, preempted, shut down with its node, or refused at admission for the node's sake. */
    static boolean isNodesFault(Json pod) {
        String reason = pod.textOr("", "status", "reason");
        if (NODES_FAULT.contains(reason)
                || reason.startsWith("OutOf")
                || Conditions.of(pod).isTrue("DisruptionTarget")) {
            return true;
        }
        boolean neverStarted = pod.items("status", "containerStatuses").isEmpty();
        return pod.is("Failed", "status", "phase") && !reason.isEmpty() && neverStarted;
    }

    private static @Nullable String reasonOf(Json container) {
        String waiting = container.text("state", "waiting", "reason");
        boolean killed = container.is(OUT_OF_MEMORY, "lastState", "terminated", "reason")
                || container.is(OUT_OF_MEMORY, "state", "terminated", "reason");
        boolean again = container.number(0, "restartCount") >= 2;
        if (killed && !container.flag("ready") && (again || LOOPS.contains(String.valueOf(waiting)))) {
            return OUT_OF_MEMORY;
        }
        return waiting != null && (LOOPS.contains(waiting) || CANNOT_START.contains(waiting)) ? waiting : null;
    }

    private static List<Json> containers(Json pod) {
        List<Json> containers = new ArrayList<>(pod.items("status", "initContainerStatuses"));
        containers.addAll(pod.items("status", "containerStatuses"));
        return containers;
    }
}
