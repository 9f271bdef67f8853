package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Manifests.job;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a worker that is frozen, and woken when its work has become another's, still does; on both clusters. */
abstract class FreezeContract extends FaultContract {
    private static final int MOST_CALLS = 120;

    @Test
    @Tag("X3")
    @DisplayName(
            "X3 a worker frozen at any call while another rolls back and prunes: woken, the cluster holds the rollback")
    void aWorkerFrozenAtAnyCallIsFenced() throws Exception {
        String good = deployment("web", "web:1") + configMap("a", "1") + configMap("same", "1");
        String bad = deployment("web", "web:2")
                + configMap("a", "2")
                + configMap("same", "1")
                + configMap("new", "2")
                + job("migrate", "m:1", "");
        for (boolean pruned : List.of(false, true)) {
            int at = 1;
            while (frozenAt(at, pruned, good, bad)) {
                at++;
                assertTrue(at < MOST_CALLS);
            }
            assertTrue(at > 15, "calls: " + at);
        }
    }

    /** False when the attempt makes fewer calls. */
    private boolean frozenAt(int at, boolean pruned, String good, String bad) throws Exception {
        Space space = space();
        space.applied(space.content(1, good));
        Row row = new Row();
        Frozen frozen = new Frozen(space.cluster.api(), at);
        CompletableFuture<AttemptResult> late =
                CompletableFuture.supplyAsync(() -> space.through(api -> frozen).once(space.content(2, bad), row));
        await().until(() -> frozen.isAsleep() || late.isDone());
        if (!frozen.isAsleep()) {
            return false;
        }
        Content back = space.rollback(3, 1, good);
        if (row.started) {
            back = space.fenced(back);
        }
        row.taken = true;
        space.applied(back);
        if (pruned) {
            prune(space, back);
        }
        frozen.wake();
        AttemptResult ended = late.get(60, TimeUnit.SECONDS);
        if (!pruned) {
            prune(space, back);
        }

        String where = "frozen at " + at + " of " + frozen.all();
        assertFalse(ended instanceof AttemptResult.Done, where);
        assertEquals("web:1", image(space.cluster.get(space.path("deployments", "web"))), where);
        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "a")), "", "data", "key"), where);
        assertTrue(space.cluster.find(space.path("configmaps", "same")).isPresent(), where);
        await().untilAsserted(() -> {
            assertTrue(space.cluster.find(space.path("configmaps", "new")).isEmpty(), where);
            assertTrue(space.cluster.find(space.path("jobs", "migrate")).isEmpty(), where);
        });
        assertEquals("3", Fields.annotation(space.cluster.get(space.inventoryPath()), MetadataKeys.EPOCH), where);
        assertEquals(
                3,
                ObjectInventory.of(space.cluster.get(space.inventoryPath()))
                        .objects()
                        .size(),
                where);
        return true;
    }

    private static void prune(Space space, Content content) {
        await().until(() -> space.prune(content).remaining().isEmpty());
    }

    /** The target's row: once another worker has taken it, this one's permit is over. */
    private static final class Row implements Permit {
        private volatile boolean started;
        private volatile boolean taken;

        @Override
        public void check() {
            if (taken) {
                throw AttemptEndedException.stopped(DeploymentReason.LeaseLost);
            }
        }

        @Override
        public void starting() {
            check();
            started = true;
        }
    }

    /** The process stops at the n-th call, whichever of its threads makes it, and goes on when it is woken. */
    private static final class Frozen extends Calls {
        private final int at;
        private final AtomicInteger count = new AtomicInteger();
        private final CountDownLatch asleep = new CountDownLatch(1);
        private final CountDownLatch awake = new CountDownLatch(1);

        Frozen(ClusterApi to, int at) {
            super(to);
            this.at = at;
        }

        boolean isAsleep() {
            return asleep.getCount() == 0;
        }

        void wake() {
            awake.countDown();
        }

        @Override
        Reply around(String call, Supplier<Reply> make) {
            if (count.incrementAndGet() >= at) {
                asleep.countDown();
                try {
                    assertTrue(awake.await(120, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return make.get();
        }
    }
}
