package io.sternway.evaluator.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.evaluator.domain.health.Cluster;
import io.sternway.evaluator.domain.health.Target;
import io.sternway.events.TargetRef;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stores of a service that was upgraded hold what its last version wrote: these texts never change. */
@Tag("H10")
@DisplayName("H10 what an earlier version stored is read, and stored again as it was")
class StoredStateTest {

    private static final String KNOWN = text("""
            {"held":{"epoch":7,
             "limits":{"failureThreshold":"PT2M","maxConsecutiveFailures":3,"checkInterval":"PT2S"},
             "progressAtApply":{"apps/v1/Deployment/shop/checkout":
              {"reason":"ProgressDeadlineExceeded","lastUpdateTime":"2026-01-01T00:00:00Z"}}},
            "look":{"epoch":7,"sequence":{"term":41,"counter":3},"objects":[
             {"name":{"apiVersion":"apps/v1","kind":"Deployment","namespace":"shop","name":"checkout"},
              "status":"InProgress","reason":"LessAvailable","message":"Available: 1/3",
              "workload":{"available":1,"minimumAvailable":2,"rolling":true,
               "failedPods":["checkout-1: CrashLoopBackOff"],
               "progress":{"reason":"ProgressDeadlineExceeded","lastUpdateTime":"2026-01-01T00:00:00Z"}}},
             {"name":{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","name":"reader"},
              "status":"Current"}]},
            "memory":{"apps/v1/Deployment/shop/checkout":
             {"passed":true,"deadlineExceededAt":"2026-01-01T00:00:00Z"}},
            "transition":4,"state":"Degraded","since":"2026-01-01T00:00:05.250Z",
            "reasons":[
             {"check":"readiness",
              "object":{"apiVersion":"apps/v1","kind":"Deployment","namespace":"shop","name":"checkout"},
              "verdict":"Fail","reason":"PodsFailed","message":"checkout-1: CrashLoopBackOff"},
             {"check":"readiness","verdict":"Error","reason":"Silent"}],
            "streak":{"since":"2026-01-01T00:00:05.250Z","count":2,"countedAt":"2026-01-01T00:00:07Z"},
            "fresh":true,"silent":true}
            """);

    private static final String NEW = text("""
            {"memory":{},"transition":0,"since":"1970-01-01T00:00:00Z","reasons":[],"fresh":false,"silent":false}
            """);

    private static final String CLUSTER = text("""
            {"reachability":"Unreachable","transition":3,"sequence":{"term":41,"counter":9},"interval":"PT2S",
            "reachedAt":"2026-01-01T00:00:00Z","silenced":true}
            """);

    @Test
    void aTargetOfWhichEverythingIsKnown() {
        String stored = KNOWN.replace(
                "[\"checkout-1: CrashLoopBackOff\"]",
                "[{\"name\":\"checkout-1\",\"reason\":\"CrashLoopBackOff\",\"restarts\":0}]");
        assertEquals(stored, store(read(Target.class, KNOWN)));
        assertEquals(stored, store(read(Target.class, stored)));
    }

    @Test
    void aTargetOfWhichNothingIsKnown() {
        assertEquals(Target.NEW, read(Target.class, NEW));
        assertEquals(NEW, store(Target.NEW));
    }

    @Test
    void aCluster() {
        assertEquals(CLUSTER, store(read(Cluster.class, CLUSTER)));
    }

    @Test
    @DisplayName("the hash of the same reasons is the same in each version: nothing seems to have changed")
    void theHashOfItsReasons() {
        TargetRef ref = new TargetRef("shop", "checkout", "eu-1");
        assertEquals(
                "7db343912b4d723f678bb28afeef9e09",
                HealthMapper.inShort(ref, read(Target.class, KNOWN)).reasonsHash());
    }

    private static <T> T read(Class<T> type, String stored) {
        return StateSerde.of(type).deserializer().deserialize("store", stored.getBytes(StandardCharsets.UTF_8));
    }

    @SuppressWarnings("unchecked") // A value is of its own class.
    private static <T> String store(T value) {
        Class<T> type = (Class<T>) value.getClass();
        return new String(StateSerde.of(type).serializer().serialize("store", value), StandardCharsets.UTF_8);
    }

    private static String text(String lines) {
        return lines.lines().map(String::strip).reduce("", String::concat);
    }
}
