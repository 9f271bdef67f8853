package io.sternway.watcher.domain.readiness.pods;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When a Pod counts as failed (H3). */
public final class PodFailures {

    private static final String OUT_OF_MEMORY = "OOMKilled";

    /** What each reason of a Pod or container means. Another one is no failure by itself. */
    private static final Map<String, Cause> CAUSES = Map.ofEntries(
            Map.entry("ImagePullBackOff", Cause.CannotStart),
            Map.entry("ErrImagePull", Cause.CannotStart),
            Map.entry("ErrImageNeverPull", Cause.CannotStart),
            Map.entry("InvalidImageName", Cause.CannotStart),
            Map.entry("ImageInspectError", Cause.CannotStart),
            Map.entry("CreateContainerConfigError", Cause.CannotStart),
            Map.entry("CreateContainerError", Cause.CannotStart),
            Map.entry("CrashLoopBackOff", Cause.StartsAgain),
            Map.entry("RunContainerError", Cause.StartsAgain),
            Map.entry("StartError", Cause.StartsAgain),
            Map.entry("Evicted", Cause.Node),
            Map.entry("Preempting", Cause.Node),
            Map.entry("Preempted", Cause.Node),
            Map.entry("NodeShutdown", Cause.Node),
            Map.entry("Shutdown", Cause.Node),
            Map.entry("Terminated", Cause.Node),
            Map.entry("NodeLost", Cause.Node),
            Map.entry("NodeAffinity", Cause.Node),
            Map.entry("UnexpectedAdmissionError", Cause.Node),
            Map.entry("TopologyAffinityError", Cause.Node));

    /** Words of the API for Pods that fail by themselves. */
    private static final List<String> WORDS = words();

    private enum Cause {
        /** Nothing that starting again mends. */
        CannotStart,
        /** It is started again and again. */
        StartsAgain,
        /** Its node gave it up, or did not take it. */
        Node
    }

    private PodFailures() {}

    /** Why it counts as failed; null if it does not. */
    public static @Nullable String reason(Json pod) {
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
    public static @Nullable String cannotStart(Json pod) {
        if (pod.has("metadata", "deletionTimestamp")) {
            return null;
        }
        for (Json container : containers(pod)) {
            String waiting = container.text("state", "waiting", "reason");
            if (causeOf(waiting) == Cause.CannotStart) {
                return waiting;
            }
        }
        return null;
    }

    /** Whether a text of the API may be about a Pod that fails: it has a word for why one does. */
    public static boolean mayBeTold(String text) {
        for (String word : WORDS) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Evicted, preempted, shut down with its node, or refused at admission for the node's sake. */
    public static boolean isNodesFault(Json pod) {
        String reason = pod.text("status", "reason");
        if (reason != null && (CAUSES.get(reason) == Cause.Node || reason.startsWith("OutOf"))) {
            return true;
        }
        if (Conditions.of(pod).isTrue("DisruptionTarget")) {
            return true;
        }
        boolean neverStarted = pod.items("status", "containerStatuses").isEmpty();
        return pod.is("Failed", "status", "phase") && reason != null && !reason.isEmpty() && neverStarted;
    }

    private static @Nullable String reasonOf(Json container) {
        String waiting = container.text("state", "waiting", "reason");
        boolean killed = container.is(OUT_OF_MEMORY, "lastState", "terminated", "reason")
                || container.is(OUT_OF_MEMORY, "state", "terminated", "reason");
        boolean again = container.number(0, "restartCount") >= 2;
        Cause cause = causeOf(waiting);
        if (killed && !container.flag("ready") && (again || cause == Cause.StartsAgain)) {
            return OUT_OF_MEMORY;
        }
        return cause == Cause.StartsAgain || cause == Cause.CannotStart ? waiting : null;
    }

    private static @Nullable Cause causeOf(@Nullable String waiting) {
        return waiting == null ? null : CAUSES.get(waiting);
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>(List.of(OUT_OF_MEMORY, "\"Failed\""));
        CAUSES.forEach((reason, cause) -> {
            if (cause != Cause.Node) {
                words.add(reason);
            }
        });
        return List.copyOf(words);
    }

    private static List<Json> containers(Json pod) {
        List<Json> containers = new ArrayList<>(pod.items("status", "initContainerStatuses"));
        containers.addAll(pod.items("status", "containerStatuses"));
        return containers;
    }
}
