package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.statefulSet;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How StatefulSets that hang on a broken Pod come back; run on the simulated and on the real cluster. */
abstract class MendContract extends PruneContract {

    @Test
    @Tag("K7")
    @DisplayName("K7 a StatefulSet that hangs on a broken Pod is restored by a rollback")
    void aStatefulSetComesBack() {
        Space space = space();
        String good = statefulSet("db", "db:1", "ready");
        hangOnBrokenPod(space, good);
        Content back = space.rollback(3, 1, good);

        List<Note> notes = space.mended(back, space.applied(back));

        assertEquals(1, notes.size(), notes.toString());
        awaitRestored(space);
    }

    @Test
    @Tag("K7")
    @DisplayName("K7 a Pod that breaks only after a look is found by a later one")
    void aPodThatBreaksLaterIsFound() {
        Space space = space();
        String good = statefulSet("db", "db:1", "ready");
        hangOnBrokenPod(space, good);
        AtomicBoolean first = new AtomicBoolean(true);
        Space early = space.through(api -> new Calls(api) {
            @Override
            Reply around(String call, Supplier<Reply> make) {
                Reply reply = make.get();
                boolean pods = call.contains("/pods?") && first.compareAndSet(true, false);
                return pods ? new Ok(allReady(((Ok) reply).object())) : reply;
            }
        });
        Content back = space.rollback(3, 1, good);

        List<Note> notes = early.mended(back, early.applied(back));

        assertFalse(first.get());
        assertEquals(1, notes.size(), notes.toString());
        awaitRestored(space);
    }

    @Test
    @Tag("K7")
    @DisplayName("K7 StatefulSets that are gone, or replace their Pods otherwise, are left alone")
    void otherStatefulSetsAreLeftAlone() {
        Space space = space();
        Content back = space.rollback(
                2,
                1,
                statefulSet("all", "db:1", "crash")
                        .replace("replicas: 2", "replicas: 2\n  podManagementPolicy: Parallel"));
        AttemptResult.Done applied = space.applied(back);
        assertEquals(List.of(), space.mended(back, applied));
        space.cluster.delete(space.path("statefulsets", "all"));
        await().until(() ->
                space.cluster.find(space.path("statefulsets", "all")).isEmpty());
        assertEquals(List.of(), space.mended(back, applied));
    }

    private static void hangOnBrokenPod(Space space, String good) {
        String path = space.path("statefulsets", "db");
        space.applied(space.content(1, good));
        await().untilAsserted(
                        () -> assertEquals(2, Fields.number(space.cluster.get(path), 0, "status", "readyReplicas")));
        space.applied(space.content(2, statefulSet("db", "db:2", "crash")));
        await().untilAsserted(() -> {
            assertEquals(1, Fields.number(space.cluster.get(path), 0, "status", "readyReplicas"));
            assertEquals(1, Fields.number(space.cluster.get(path), 0, "status", "updatedReplicas"));
        });
    }

    private static void awaitRestored(Space space) {
        await().untilAsserted(() -> {
            Map<String, Object> set = space.cluster.get(space.path("statefulsets", "db"));
            assertEquals(2, Fields.number(set, 0, "status", "readyReplicas"));
            assertEquals(
                    Fields.text(set, "a", "status", "currentRevision"),
                    Fields.text(set, "b", "status", "updateRevision"));
        });
    }

    private static Map<String, Object> allReady(Map<String, Object> pods) {
        Map<String, Object> ready = Fields.copy(pods);
        Fields.maps(ready, "items")
                .forEach(pod ->
                        Fields.set(pod, List.of(Map.of("type", "Ready", "status", "True")), "status", "conditions"));
        return ready;
    }
}
