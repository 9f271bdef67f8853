package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Manifests.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the delivery does when it is disturbed at the worst moment; run on the simulated and on the real cluster. */
@NullUnmarked
abstract class FaultContract extends ChangingClusterContract {

    @Test
    @Tag("X2")
    @DisplayName("X2 killed at any call, before it or after it, the next attempt leads to the same state")
    void killedAnywhereItIsResumed() {
        Space space = space();
        String old = deployment("web", "web:1") + configMap("stays", "1") + configMap("goes", "1");
        String wanted = deployment("web", "web:2") + configMap("stays", "2") + job("migrate", "m:1", "");
        space.applied(space.content(1, old));
        long epoch = 1;
        int kills = 0;
        for (int at = 1; at < 60; at++) {
            for (boolean after : List.of(false, true)) {
                space.applied(space.content(++epoch, old));
                space.cluster.delete(space.path("jobs", "migrate"));
                Content content = space.content(++epoch, wanted);
                Killed killed = new Killed(space.cluster.api(), at, after);
                try {
                    space.through(api -> killed).once(content);
                } catch (Kill e) {
                    kills++;
                }
                AttemptResult.Done done = space.applied(content);
                assertEquals(3, done.objects().size(), "killed at " + at + killed.all());
                assertEquals("web:2", image(space.cluster.get(space.path("deployments", "web"))));
                assertEquals("2", Fields.text(space.cluster.get(space.path("configmaps", "stays")), "", "data", "key"));
                assertTrue(space.cluster.find(space.path("configmaps", "goes")).isPresent());
                assertTrue(space.cluster.find(space.path("jobs", "migrate")).isPresent());
                Map<String, Object> inventory = space.cluster.get(space.inventoryPath());
                assertEquals(Long.toString(epoch), Fields.annotation(inventory, MetadataKeys.EPOCH));
                assertEquals(4, ObjectInventory.of(inventory).objects().size());
                if (killed.all().size() < at) {
                    assertTrue(kills > 15, "kills: " + kills);
                    return;
                }
            }
        }
    }

    @Test
    @Tag("X3")
    @DisplayName("X3 a worker that is paused in the middle and wakes up after a newer epoch changes nothing more")
    void aPausedWorkerIsFenced() throws Exception {
        String good = deployment("web", "web:1") + configMap("a", "1") + configMap("b", "1");
        String bad = deployment("web", "web:2") + configMap("a", "2") + configMap("b", "2");
        for (String at : List.of("PUT", "APPLY")) {
            Space space = space();
            space.applied(space.content(1, good));
            CountDownLatch asleep = new CountDownLatch(1);
            CountDownLatch wake = new CountDownLatch(1);
            AtomicBoolean first = new AtomicBoolean(true);
            Calls sleepy = new Calls(space.cluster.api()) {
                @Override
                Reply around(String call, Supplier<Reply> make) {
                    if (call.startsWith(at) && first.compareAndSet(true, false)) {
                        asleep.countDown();
                        await(wake);
                    }
                    return make.get();
                }
            };
            CompletableFuture<AttemptResult> late = CompletableFuture.supplyAsync(
                    () -> space.through(api -> sleepy).once(space.content(2, bad)));
            await(asleep);
            space.applied(space.fenced(space.rollback(3, 1, good)));
            wake.countDown();

            AttemptResult ended = late.get(20, TimeUnit.SECONDS);
            assertFalse(ended instanceof AttemptResult.Done, at + " " + ended);
            assertEquals("web:1", image(space.cluster.get(space.path("deployments", "web"))), at);
            for (String map : List.of("a", "b")) {
                assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", map)), "", "data", "key"), at);
            }
            assertEquals("3", Fields.annotation(space.cluster.get(space.inventoryPath()), MetadataKeys.EPOCH));
            assertEquals(
                    "Fenced",
                    assertInstanceOf(AttemptResult.Stopped.class, space.apply(space.content(2, bad)))
                            .why());
        }
    }

    @Test
    @Tag("X3")
    @DisplayName(
            "X3 a write that was given up and is committed later does not undo what came after, nor an object that was"
                    + " not there")
    void aLateWriteChangesNothing() {
        Space space = space();
        space.applied(space.content(1, configMap("a", "1")));
        Held held = new Held(space.cluster.api());
        AttemptResult attempt =
                space.through(api -> held).once(space.content(2, configMap("a", "2") + configMap("new", "2")));
        assertTrue(assertInstanceOf(AttemptResult.RetryLater.class, attempt).outstanding());

        space.applied(space.fenced(space.rollback(3, 1, configMap("a", "1") + configMap("new", "3"))));
        held.release();

        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "a")), "", "data", "key"));
        assertEquals("3", Fields.text(space.cluster.get(space.path("configmaps", "new")), "", "data", "key"));
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 a prune that is paused and wakes up after a newer epoch deletes nothing that is wanted again")
    void aPausedPruneIsFenced() throws Exception {
        for (String at : List.of("GET", "DELETE")) {
            Space space = space();
            String both = configMap("keep", "1") + configMap("again", "1");
            space.applied(space.content(1, both));
            Content without = space.content(2, configMap("keep", "1"));
            space.applied(without);
            CountDownLatch asleep = new CountDownLatch(1);
            CountDownLatch wake = new CountDownLatch(1);
            Calls sleepy = new Calls(space.cluster.api()) {
                @Override
                Reply around(String call, Supplier<Reply> make) {
                    if (call.equals(at + " " + space.path("configmaps", "again")) && asleep.getCount() > 0) {
                        asleep.countDown();
                        await(wake);
                    }
                    return make.get();
                }
            };
            CompletableFuture<AttemptResult> late = CompletableFuture.supplyAsync(
                    () -> space.through(api -> sleepy).pruneOnce(without));
            await(asleep);
            space.applied(space.fenced(space.rollback(3, 1, both)));
            wake.countDown();
            late.get(20, TimeUnit.SECONDS);
            assertTrue(space.cluster.find(space.path("configmaps", "again")).isPresent(), at);
        }
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 a write whose answer was lost although it took effect is found done by the next attempt")
    void aLostAnswerIsFound() {
        Space space = space();
        AtomicInteger lost = new AtomicInteger(3);
        Calls losing = new Calls(space.cluster.api()) {
            @Override
            Reply around(String call, Supplier<Reply> make) {
                Reply reply = make.get();
                boolean write = !call.startsWith("GET") && !call.startsWith("TRY");
                return write && lost.getAndDecrement() > 0 ? new Failed(ApiAnswer.none("reset"), true) : reply;
            }
        };
        AttemptResult.Done done = space.through(api -> losing)
                .applied(space.content(1, deployment("web", "web:1") + configMap("c", "1")));
        assertEquals(2, done.objects().size());
        long applies = losing.writes().stream()
                .filter(call -> call.startsWith("APPLY"))
                .count();
        assertEquals(2, applies, losing.writes().toString());
    }

    @Test
    @Tag("X2")
    @DisplayName(
            "X2 whichever write loses its answer after it took effect: each object is written once, and is told so")
    void aLostAnswerToAnyWriteIsFound() {
        boolean reached = true;
        for (int at = 1; reached; at++) {
            Space space = space();
            AtomicInteger left = new AtomicInteger(at);
            Calls losing = new Calls(space.cluster.api()) {
                @Override
                Reply around(String call, Supplier<Reply> make) {
                    Reply reply = make.get();
                    boolean write = !call.startsWith("GET") && !call.startsWith("TRY");
                    return write && left.decrementAndGet() == 0 ? new Failed(ApiAnswer.none("reset"), true) : reply;
                }
            };
            Space through = space.through(api -> losing);
            AttemptResult.Done done = through.applied(
                    space.content(1, configMap("c", "1") + deployment("web", "web:1") + job("migrate", "m:1", "")));
            assertEquals(3, done.objects().size());
            assertEquals(
                    3,
                    losing.writes().stream()
                            .filter(call -> call.startsWith("APPLY"))
                            .count(),
                    at + ": " + losing.writes());
            reached = left.get() <= 0;
            assertTrue(at < 20);
        }
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 told to stop it makes no further call, and what it did is fenced by its inventory")
    void itStopsAfterTheCallInFlight() {
        Space space = space();
        AtomicInteger checks = new AtomicInteger();
        AtomicBoolean stop = new AtomicBoolean();
        Permit permit = new Permit() {
            @Override
            public void check() {
                checks.incrementAndGet();
                if (stop.get()) {
                    throw AttemptEndedException.stopped(DeploymentReason.Cancelled);
                }
            }

            @Override
            public void starting() {}
        };
        Calls calls = new Calls(space.cluster.api()) {
            @Override
            Reply around(String call, Supplier<Reply> make) {
                if (call.startsWith("APPLY")) {
                    stop.set(true);
                }
                return make.get();
            }
        };
        AttemptResult attempt = space.through(api -> calls)
                .once(space.content(1, configMap("first", "1") + deployment("second", "web:1")), permit);
        assertEquals(
                "Cancelled",
                assertInstanceOf(AttemptResult.Stopped.class, attempt).why());
        assertEquals(
                1,
                calls.writes().stream().filter(call -> call.startsWith("APPLY")).count());
        assertTrue(space.cluster.find(space.path("deployments", "second")).isEmpty());
    }

    @Test
    @Tag("K6")
    @DisplayName("K6 a Job that asks to run again in a rollback runs once, however often the attempt is repeated")
    void aRerunJobRunsOnce() {
        Space space = space();
        String again = job("migrate", "m:1", "sternway.io/rerun: Always");
        space.applied(space.content(1, again));
        String first = uid(space, "migrate");
        space.applied(space.content(2, again + configMap("c", "2")));
        String second = uid(space, "migrate");
        assertNotEquals(first, second);
        Content back = space.rollback(3, 1, again + configMap("c", "1"));
        space.applied(back);
        String third = uid(space, "migrate");
        assertNotEquals(second, third);
        space.applied(back);
        assertEquals(third, uid(space, "migrate"));
    }

    private static String uid(Space space, String job) {
        return Fields.text(space.cluster.get(space.path("jobs", job)), "", "metadata", "uid");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process is killed. */
    private static final class Kill extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Kills at the n-th call and lets nothing through afterwards. */
    private static final class Killed extends Calls {
        private final int at;
        private final boolean after;
        private final AtomicInteger count = new AtomicInteger();

        Killed(ClusterApi to, int at, boolean after) {
            super(to);
            this.at = at;
            this.after = after;
        }

        @Override
        Reply around(String call, Supplier<Reply> make) {
            int now = count.incrementAndGet();
            if (now > at || (now == at && !after)) {
                throw new Kill();
            }
            Reply reply = make.get();
            if (now == at) {
                throw new Kill();
            }
            return reply;
        }
    }

    /** Holds back applies as a frozen API server does: no answer now, and the write is made later. */
    private static final class Held extends Calls {
        private final List<Supplier<Reply>> held = new java.util.concurrent.CopyOnWriteArrayList<>();

        Held(ClusterApi to) {
            super(to);
        }

        @Override
        Reply around(String call, Supplier<Reply> make) {
            if (call.startsWith("APPLY")) {
                held.add(make);
                return new Failed(ApiAnswer.none("no answer in time"), true);
            }
            return make.get();
        }

        void release() {
            held.forEach(write -> assertInstanceOf(Failed.class, write.get()));
        }
    }
}
