package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What happens to a Pod next, as the Stages of {@code deploy/control-plane/stages.yaml} say. */
enum PodStage {
    STARTS(Duration.ofMillis(200)) {
        @Override
        void enter(ObjectNode pod, ObjectNode status, String now, String address) {
            running(status, "Running", now, address);
            readiness(status, true, now);
            containers(pod, status, container -> {
                container.put("ready", true).put("started", true).put("restartCount", 0);
                container.putObject("state").putObject("running").put("startedAt", now);
            });
        }
    },
    NEVER_STARTS(Duration.ofMillis(200)) {
        @Override
        void enter(ObjectNode pod, ObjectNode status, String now, String address) {
            String does = does(pod);
            running(status, does.equals("unpullable") ? "Pending" : "Running", now, address);
            readiness(status, false, now);
            containers(pod, status, container -> {
                container.put("ready", false);
                switch (does) {
                    case "crash" -> {
                        container.put("restartCount", 3);
                        waits(container, "CrashLoopBackOff", "back-off 40s restarting failed container");
                        crashed(container, now);
                    }
                    case "unpullable" -> {
                        container.put("restartCount", 0);
                        waits(container, "ImagePullBackOff", "back-off pulling image");
                    }
                    default -> {
                        container.put("restartCount", 0).put("started", true);
                        container.putObject("state").putObject("running").put("startedAt", now);
                    }
                }
            });
        }
    },
    CRASHES_LATER(Duration.ofSeconds(3)) {
        @Override
        void enter(ObjectNode pod, ObjectNode status, String now, String address) {
            readiness(status, false, now);
            containers(pod, status, container -> {
                container.put("ready", false).put("restartCount", 1);
                waits(container, "CrashLoopBackOff", "back-off 10s restarting failed container");
                crashed(container, now);
            });
        }
    },
    ENDS(Duration.ofMillis(200)) {
        @Override
        void enter(ObjectNode pod, ObjectNode status, String now, String address) {
            boolean fails = does(pod).equals("fail");
            status.put("phase", fails ? "Failed" : "Succeeded");
            containers(pod, status, container -> {
                container.put("ready", false).put("started", false).put("restartCount", 0);
                container
                        .putObject("state")
                        .putObject("terminated")
                        .put("exitCode", fails ? 1 : 0)
                        .put("reason", fails ? "Error" : "Completed")
                        .put("startedAt", now)
                        .put("finishedAt", now);
            });
        }
    };

    private static final Set<String> NEVER = Set.of("crash", "unpullable", "never-ready");

    private final Duration usualDelay;

    PodStage(Duration usualDelay) {
        this.usualDelay = usualDelay;
    }

    /** Writes what has happened into the Pod's status. */
    abstract void enter(ObjectNode pod, ObjectNode status, String now, String address);

    /** The stage that follows on what the Pod is now; empty: it stays as it is. */
    static Optional<PodStage> after(JsonNode pod) {
        String does = does(pod);
        if (pod.at("/status/podIP").asText("").isEmpty()) {
            return Optional.of(NEVER.contains(does) ? NEVER_STARTS : STARTS);
        }
        if (!Pods.phase(pod).equals("Running")) {
            return Optional.empty();
        }
        for (JsonNode owner : pod.at("/metadata/ownerReferences")) {
            if (owner.path("kind").asText().equals("Job")) {
                return Optional.of(ENDS);
            }
        }
        boolean ready =
                pod.at("/status/containerStatuses").path(0).path("ready").asBoolean();
        return does.equals("ready-then-crash") && ready ? Optional.of(CRASHES_LATER) : Optional.empty();
    }

    /** As Go writes durations: {@code 200ms}, or hours, minutes and seconds as in {@code 1m30s}. */
    Duration delay(JsonNode pod) {
        String wanted = Meta.annotation(pod, "sternway.io/pod-delay");
        if (wanted == null) {
            return usualDelay;
        }
        return wanted.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(wanted.substring(0, wanted.length() - 2)))
                : Duration.parse("PT" + wanted);
    }

    private static String does(JsonNode pod) {
        String does = Meta.annotation(pod, "sternway.io/pod");
        return does == null ? "ready" : does;
    }

    private static void running(ObjectNode status, String phase, String now, String address) {
        status.put("phase", phase).put("startTime", now).put("podIP", address);
        status.putArray("podIPs").addObject().put("ip", address);
        Conditions.put(
                status,
                Json.object().put("type", "Initialized").put("status", "True").put("lastTransitionTime", now));
    }

    private static void readiness(ObjectNode status, boolean ready, String now) {
        for (String type : new String[] {"ContainersReady", "Ready"}) {
            ObjectNode condition = Json.object().put("type", type).put("status", ready ? "True" : "False");
            condition.put("lastTransitionTime", now);
            if (!ready) {
                condition.put("reason", "ContainersNotReady");
            }
            Conditions.put(status, condition);
        }
    }

    private static void containers(ObjectNode pod, ObjectNode status, Consumer<ObjectNode> state) {
        ArrayNode containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.at("/spec/containers")) {
            ObjectNode one = containers.addObject();
            one.set("name", container.path("name"));
            one.set("image", container.path("image"));
            one.put("imageID", "");
            one.putObject("lastState");
            state.accept(one);
        }
    }

    private static void waits(ObjectNode container, String reason, String message) {
        container.putObject("state").putObject("waiting").put("reason", reason).put("message", message);
    }

    private static void crashed(ObjectNode container, String now) {
        container
                .putObject("lastState")
                .putObject("terminated")
                .put("exitCode", 1)
                .put("reason", "Error")
                .put("startedAt", now)
                .put("finishedAt", now);
    }
}
