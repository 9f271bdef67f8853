package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** Of a container's last words so many characters are told. */
    private static final int LONGEST_MESSAGE = 200;

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

    /** What it failed of; empty if it has not. */
    static Optional<FailedPod> of(Json pod) {
        if (pod.has("metadata", "deletionTimestamp") || isNodesFault(pod)) {
            return Optional.empty();
        }
        for (Json container : containers(pod)) {
            String reason = reasonOf(container);
            if (reason != null) {
                return Optional.of(failed(pod, container, reason));
            }
        }
        return pod.is("Failed", "status", "phase")
                ? Optional.of(
                        new FailedPod(name(pod), "PodFailed", null, null, 0, shortened(pod.text("status", "message"))))
                : Optional.empty();
    }

    /** Why it can never start; empty if it can. The only failure of a Job's Pod that is not the Job's own to count. */
    static Optional<FailedPod> cannotStart(Json pod) {
        if (pod.has("metadata", "deletionTimestamp")) {
            return Optional.empty();
        }
        for (Json container : containers(pod)) {
            String waiting = container.text("state", "waiting", "reason");
            if (waiting != null && CANNOT_START.contains(waiting)) {
                return Optional.of(failed(pod, container, waiting));
            }
        }
        return Optional.empty();
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

    private static FailedPod failed(Json pod, Json container, String reason) {
        Json ended = container.has("state", "terminated")
                ? container.at("state", "terminated")
                : container.at("lastState", "terminated");
        String message = ended.textOr(container.textOr("", "state", "waiting", "message"), "message");
        return new FailedPod(
                name(pod),
                reason,
                container.text("name"),
                ended.has("exitCode") ? (int) ended.number(0, "exitCode") : null,
                (int) container.number(0, "restartCount"),
                shortened(message));
    }

    private static String name(Json pod) {
        return pod.textOr("?", "metadata", "name");
    }

    private static @Nullable String shortened(@Nullable String message) {
        if (message == null || message.isBlank()) {
            return null;
        }
        String words = message.strip().replaceAll("\\s+", " ");
        return words.length() <= LONGEST_MESSAGE ? words : words.substring(0, LONGEST_MESSAGE) + "…";
    }

    private static List<Json> containers(Json pod) {
        List<Json> containers = new ArrayList<>(pod.items("status", "initContainerStatuses"));
        containers.addAll(pod.items("status", "containerStatuses"));
        return containers;
    }
}
