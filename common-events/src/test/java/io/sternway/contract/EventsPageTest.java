package io.sternway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.DeploymentReason;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/events.md")
class EventsPageTest {

    private static final Path PAGE = Path.of("../docs/events.md");

    @Test
    @DisplayName("has the topics that the code has")
    void hasTheTopics() {
        CheckedIn.sameSection(PAGE, "topics", EventPages.topics());
    }

    @Test
    @DisplayName("has the events that the code has")
    void hasTheEvents() {
        CheckedIn.sameSection(PAGE, "events", EventPages.events());
    }

    @Test
    @DisplayName("has the fields, facts and reasons of audit records that the code has")
    void hasTheAuditRecord() {
        CheckedIn.sameSection(PAGE, "audit fields", EventPages.auditFields());
        CheckedIn.sameSection(PAGE, "audit facts", EventPages.auditTypes());
        CheckedIn.sameSection(PAGE, "audit reasons", EventPages.auditReasons());
    }

    @Test
    @DisplayName("has the reasons of deployments that the code has")
    void hasTheReasonsOfDeployments() {
        CheckedIn.sameSection(PAGE, "deployment reasons", EventPages.deploymentReasons());
    }

    @Test
    @DisplayName("can say what every topic, event, fact and reason means, because each is described in the code")
    void everythingIsDescribed() {
        Stream<String> undescribed = Stream.of(
                        EventType.values().stream()
                                .filter(type -> EventPages.meaning(type).isEmpty())
                                .map(type -> "EventType " + type.name()),
                        undescribed(Topic.class, Topic.values()),
                        undescribed(AuditType.class, AuditType.values()),
                        undescribed(AuditReason.class, AuditReason.values()),
                        undescribed(DeploymentReason.class, DeploymentReason.values()))
                .flatMap(names -> names);
        assertEquals(List.of(), undescribed.toList(), "write a line of Javadoc on each of these constants");
    }

    private static Stream<String> undescribed(Class<?> type, Enum<?>[] constants) {
        return Arrays.stream(constants)
                .filter(constant -> SourceDocs.constant(type, constant.name()).isEmpty())
                .map(constant -> type.getSimpleName() + " " + constant.name());
    }
}
