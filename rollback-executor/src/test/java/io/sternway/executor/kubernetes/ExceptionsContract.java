package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What cannot go back (K10); run on the simulated and on the real cluster. */
abstract class ExceptionsContract extends WaveContract {

    @Test
    @DisplayName("K10 an object that cannot go back is an exception by name, and keeps nothing else from going back")
    void whatCannotGoBackIsAnException() {
        Space space = space();
        String first = deployment("web", "web:1") + configMap("conf", "1");
        String moved = deployment("api", "api:2");
        space.applied(space.content(1, first + deployment("api", "api:1")));
        space.applied(space.content(2, deployment("web", "web:2") + configMap("conf", "2") + moved));

        String refused = moved.replace("matchLabels: {app: api}", "matchLabels: {app: other}")
                .replace("metadata: {labels: {app: api}", "metadata: {labels: {app: other}");
        AttemptResult.Done done = space.applied(space.rollback(3, 1, first + refused));

        assertEquals(1, done.exceptions().size());
        assertEquals("api", done.exceptions().get(0).object().name());
        assertEquals(2, done.objects().size(), "exceptions are not watched");
        assertEquals("web:1", image(space.cluster.get(space.path("deployments", "web"))));
        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "conf")), "", "data", "key"));
    }
}
