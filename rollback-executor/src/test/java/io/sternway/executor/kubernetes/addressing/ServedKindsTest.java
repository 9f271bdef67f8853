package io.sternway.executor.kubernetes.addressing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X4")
class ServedKindsTest {
    private static final ObjectName WIDGET = new ObjectName("example.org/v1", "Widget", "shop", "w");
    private static final Reply NOT_FOUND =
            new ClusterApi.Failed(new ApiAnswer(404, null, "page not found", null, List.of(), null), false);
    private static final Reply OTHER_GROUPS = groups("apps", "v1");

    private final Map<String, Reply> answers = new HashMap<>();
    private final ServedKinds kinds = new ServedKinds();

    @Test
    @DisplayName("a 404 means that a kind is not served only where the list of groups does not have it either")
    void aMissingKindIsConfirmed() {
        answers.put("/apis/example.org/v1", NOT_FOUND);
        for (Reply list : List.of(
                NOT_FOUND,
                new ClusterApi.Failed(ApiAnswer.none("reset"), true),
                new ClusterApi.Ok(Map.of("kind", "APIGroupList", "groups", List.of())),
                groups("example.org", "v1"))) {
            answers.put("/apis", list);
            AttemptEndedException ended = assertThrows(AttemptEndedException.class, () -> find(WIDGET));
            assertInstanceOf(AttemptResult.RetryLater.class, ended.result());
        }
        answers.put("/apis", OTHER_GROUPS);
        assertEquals(Optional.empty(), find(WIDGET));
        answers.put("/apis", groups("example.org", "v2"));
        assertEquals(Optional.empty(), find(WIDGET));
    }

    @Test
    @DisplayName("the core group is always served: a 404 for it is not the API server's")
    void theCoreGroupIsAlwaysServed() {
        answers.put("/api/v1", NOT_FOUND);
        answers.put("/apis", OTHER_GROUPS);
        assertThrows(AttemptEndedException.class, () -> find(new ObjectName("v1", "Binding", "shop", "b")));
    }

    @Test
    @DisplayName("a kind is asked for once, and again after a call has answered that there is none")
    void whatIsKnownIsForgottenWhenItTurnsOutWrong() {
        answers.put("/apis/example.org/v1", resources("widgets"));
        assertEquals("widgets", find(WIDGET).orElseThrow().resource());
        answers.put("/apis/example.org/v1", resources("gadgets"));
        assertEquals("widgets", find(WIDGET).orElseThrow().resource());
        assertEquals("gadgets", kinds.ask(api(), "eu-1", WIDGET).orElseThrow().resource());
        assertEquals("gadgets", find(WIDGET).orElseThrow().resource());
    }

    private Optional<ServedKind> find(ObjectName name) {
        return kinds.find(api(), "eu-1", name);
    }

    private ClusterApi api() {
        return (ClusterApi) Proxy.newProxyInstance(
                ClusterApi.class.getClassLoader(), new Class<?>[] {ClusterApi.class}, (proxy, method, arguments) -> {
                    Reply answer = answers.get(arguments[0]);
                    if (answer == null) {
                        throw new AssertionError(method.getName() + " " + arguments[0]);
                    }
                    return answer;
                });
    }

    private static Reply groups(String name, String version) {
        return new ClusterApi.Ok(Map.of(
                "kind",
                "APIGroupList",
                "groups",
                List.of(Map.of("name", name, "versions", List.of(Map.of("groupVersion", name + "/" + version))))));
    }

    private static Reply resources(String plural) {
        return new ClusterApi.Ok(Map.of(
                "kind",
                "APIResourceList",
                "resources",
                List.of(Map.of("name", plural, "kind", "Widget", "namespaced", true))));
    }
}
