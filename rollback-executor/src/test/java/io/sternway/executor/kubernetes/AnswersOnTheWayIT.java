package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Something between us and the API server answers in its place. */
@Tag("X4")
class AnswersOnTheWayIT {
    private static final ApiAnswer NOT_FOUND = new ApiAnswer(404, null, "page not found", null, List.of(), null);
    private static final int MOST_CALLS = 80;

    @TempDir
    static Path folder;

    private static OneSimulatedCluster simulated;

    @BeforeAll
    static void up() {
        simulated = OneSimulatedCluster.start(folder);
    }

    @AfterAll
    static void down() {
        simulated.close();
    }

    @Test
    @DisplayName("a 404 or a lost answer at any call of an apply changes nothing about its outcome")
    void anApplyIsNotMisled() {
        atEachCall(space -> {}, space -> {
            String yaml = widgets(space) + configMap("keep", "1");
            return through -> {
                assertEquals(
                        4, through.applied(space.content(2, yaml)).objects().size());
                assertEquals(4, inventory(space).objects().size());
            };
        });
    }

    @Test
    @DisplayName("a 404 or a lost answer at any call of a prune orphans no object")
    void aPruneOrphansNothing() {
        atEachCall(
                space -> space.applied(
                        space.content(1, widgets(space) + configMap("keep", "1") + configMap("goes", "1"))),
                space -> {
                    Content less = space.content(2, crd(space) + configMap("keep", "1"));
                    space.applied(less);
                    return through -> {
                        await().until(() -> through.prune(less).remaining().isEmpty());
                        assertGone(space);
                        assertEquals(2, inventory(space).objects().size());
                    };
                });
    }

    @Test
    @DisplayName("a 404 or a lost answer at any call of a release leaves no object with our label, and no inventory")
    void aReleaseOrphansNothing() {
        for (boolean withdraw : List.of(false, true)) {
            atEachCall(
                    space -> space.applied(space.content(1, widgets(space) + configMap("goes", "1"))),
                    space -> through -> {
                        assertInstanceOf(AttemptResult.Done.class, through.release(2, withdraw));
                        assertTrue(space.cluster.find(space.inventoryPath()).isEmpty());
                        if (withdraw) {
                            assertGone(space);
                        } else {
                            for (String path : List.of(widget(space, "one"), space.path("configmaps", "goes"))) {
                                assertEquals(null, Fields.label(space.cluster.get(path), MetadataKeys.PART_OF));
                            }
                        }
                    });
        }
    }

    @Test
    @DisplayName("as long as a kind is answered as unknown although it is served, nothing counts as gone")
    void aServedKindIsNeverGone() {
        Space space = Space.on(simulated.cluster);
        space.applied(space.content(1, widgets(space) + configMap("keep", "1")));
        Content less = space.content(2, crd(space) + configMap("keep", "1"));
        space.applied(less);
        String plural = "/widgets/";

        assertInstanceOf(
                AttemptResult.RetryLater.class,
                space.through(api -> lying(api, plural)).pruneOnce(less));
        assertInstanceOf(
                AttemptResult.RetryLater.class,
                space.through(api -> lying(api, "/apis/" + group(space))).pruneOnce(less));
        assertInstanceOf(
                AttemptResult.RetryLater.class,
                space.through(api -> lying(api, plural)).once(space.content(3, widgets(space))));

        assertEquals(4, inventory(space).objects().size());
        assertTrue(space.cluster.find(widget(space, "one")).isPresent());
    }

    /** Disturbs the n-th call of the work for each n, in a space of its own, until the work makes fewer calls. */
    private static void atEachCall(Consumer<Space> before, Function<Space, Consumer<Space>> prepare) {
        for (ApiAnswer answer : List.of(NOT_FOUND, ApiAnswer.none("reset"))) {
            boolean reached = true;
            for (int at = 1; reached; at++) {
                assertTrue(at < MOST_CALLS);
                Space space = Space.on(simulated.cluster);
                before.accept(space);
                Consumer<Space> work = prepare.apply(space);
                Disturbed disturbed = new Disturbed(space.cluster.api(), at, answer);
                work.accept(space.through(api -> disturbed));
                reached = disturbed.all().size() >= at;
            }
        }
    }

    private static ClusterApi lying(ClusterApi api, String about) {
        return new Calls(api) {
            @Override
            Reply around(String call, Supplier<Reply> make) {
                return call.contains(about) ? new Failed(NOT_FOUND, false) : make.get();
            }
        };
    }

    private static void assertGone(Space space) {
        Predicate<String> there = path -> space.cluster.find(path).isPresent();
        assertFalse(there.test(widget(space, "one")));
        assertFalse(there.test(widget(space, "two")));
        assertFalse(there.test(space.path("configmaps", "goes")));
    }

    private static ObjectInventory inventory(Space space) {
        return ObjectInventory.of(space.cluster.get(space.inventoryPath()));
    }

    private static String group(Space space) {
        return space.namespace + ".example.org";
    }

    private static String crd(Space space) {
        return DeliveryContract.crd(group(space), "v1");
    }

    private static String widgets(Space space) {
        String one = "---\n{apiVersion: " + group(space)
                + "/v1, kind: Widget, metadata: {name: one, namespace: NS}, spec: {size: 1}}\n";
        return crd(space) + one + one.replace("name: one", "name: two");
    }

    private static String widget(Space space, String name) {
        return "/apis/" + group(space) + "/v1/namespaces/" + space.namespace + "/widgets/" + name;
    }

    /** One call is answered by something on the way: a read and a write alike do not reach the API server. */
    private static final class Disturbed extends Calls {
        private final int at;
        private final ApiAnswer answer;
        private final AtomicInteger count = new AtomicInteger();

        Disturbed(ClusterApi to, int at, ApiAnswer answer) {
            super(to);
            this.at = at;
            this.answer = answer;
        }

        @Override
        Reply around(String call, Supplier<Reply> make) {
            return count.incrementAndGet() == at ? new Failed(answer, answer.status() == 0) : make.get();
        }
    }
}
