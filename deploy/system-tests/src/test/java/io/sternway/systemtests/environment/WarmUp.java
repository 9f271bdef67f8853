package io.sternway.systemtests.environment;

import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.systemtests.content.Documents;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A first promotion through all services, so that no scenario's deadline pays for cold processes. */
final class WarmUp {

    private static final String PROJECT = "e2e";
    private static final String PROMOTION = "warm-up";
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private WarmUp() {}

    static void run(TestEnvironment environment) {
        String key = PROJECT + "/" + PROMOTION;
        Map<String, Object> stage =
                StageBuilder.named("one", environment.lease(3).slot(), 1, 2, 3).asMap();
        List<Map<String, Object>> manifests = List.of(
                Manifests.namespace(PROMOTION), Manifests.deployment(PROMOTION, "web", "1", PodBehaviour.READY));
        environment
                .requests()
                .publish(key, Json.write(Documents.promotion(PROJECT, PROMOTION, "app", manifests, List.of(stage))));
        environment
                .topics()
                .await(
                        "the end of the first promotion",
                        PATIENCE,
                        record -> record.topic() == Topic.AUDIT
                                && key.equals(record.key())
                                && record.is(EventType.of(AuditType.RunSucceeded)));
    }
}
