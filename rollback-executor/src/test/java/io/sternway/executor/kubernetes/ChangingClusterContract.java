package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the delivery does when others change the cluster meanwhile; run on the simulated and on the real cluster. */
@NullUnmarked
abstract class ChangingClusterContract extends MendContract {
    @Test
    @Tag("K4")
    @DisplayName("K4 an edit between our look and our write is seen: refused in a deployment, put back in a rollback")
    void anEditInBetweenIsSeen() {
        Space space = space();
        String map = space.path("configmaps", "c");
        space.applied(space.content(1, configMap("c", "1")));
        AttemptResult refused =
                space.through(api -> new Editing(api, space, map)).apply(space.content(2, configMap("c", "2")));
        assertEquals(
                "FieldManagerConflict",
                assertInstanceOf(AttemptResult.Refused.class, refused).reason());
        assertEquals("edited", Fields.text(space.cluster.get(map), "", "data", "key"));

        AttemptResult back =
                space.through(api -> new Editing(api, space, map)).apply(space.rollback(3, 1, configMap("c", "1")));
        assertInstanceOf(AttemptResult.Done.class, back);
        assertEquals("1", Fields.text(space.cluster.get(map), "", "data", "key"));
        assertTrue(Space.notes((AttemptResult.Done) back, NoteKind.Overridden).stream()
                .anyMatch(note -> note.contains("kubectl-edit")));
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 a namespace that is being deleted is waited for, though it still takes updates")
    void aGoingNamespaceIsWaitedFor() {
        Space space = space();
        String held = space.path("configmaps", "held");
        space.applied(space.content(1, configMap("held", "1")));
        space.cluster.edit(held, "somebody", List.of("example.org/hold"), "metadata", "finalizers");
        space.cluster.delete("/api/v1/namespaces/" + space.namespace);

        AttemptResult attempt = space.once(space.content(2, configMap("held", "2") + configMap("more", "1")));

        assertEquals(
                "NamespaceTerminating",
                assertInstanceOf(AttemptResult.RetryLater.class, attempt).why());
        space.cluster.edit(held, "somebody", List.of(), "metadata", "finalizers");
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 a definition that is being deleted is waited for: the 403 of its instances is no refusal")
    void aGoingDefinitionIsWaitedFor() {
        Space space = space();
        String group = space.namespace + ".example.org";
        String held = "/apis/" + group + "/v1/namespaces/" + space.namespace + "/widgets/held";
        space.applied(space.content(1, crd(group, "v1") + widget(group, "held")));
        space.cluster.edit(held, "somebody", List.of("example.org/hold"), "metadata", "finalizers");
        space.cluster.delete("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets." + group);

        AttemptResult attempt = space.once(space.content(2, widget(group, "new")));

        assertEquals(
                "CrdTerminating",
                assertInstanceOf(AttemptResult.RetryLater.class, attempt).why());
        space.cluster.edit(held, "somebody", List.of(), "metadata", "finalizers");
    }

    private static String widget(String group, String name) {
        return "---\n{apiVersion: " + group + "/v1, kind: Widget, metadata: {name: " + name
                + ", namespace: NS}, spec: {size: 1}}\n";
    }

    /** Somebody edits the object right before our first write to it. */
    private static final class Editing extends Calls {
        private final Space space;
        private final String path;
        private final AtomicBoolean done = new AtomicBoolean();

        Editing(ClusterApi to, Space space, String path) {
            super(to);
            this.space = space;
            this.path = path;
        }

        @Override
        Reply around(String call, Supplier<Reply> make) {
            if (call.startsWith("APPLY") && done.compareAndSet(false, true)) {
                space.cluster.edit(path, "kubectl-edit", "edited", "data", "key");
            }
            return make.get();
        }
    }
}
