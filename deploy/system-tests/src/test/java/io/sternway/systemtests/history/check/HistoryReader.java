package io.sternway.systemtests.history.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sternway.events.TargetRef;
import io.sternway.snapshot.ObjectIdentity;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.environment.TestEnvironment.Writes;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.CommandedEpochs;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.PromotionState.StageState;
import io.sternway.systemtests.history.PromotionState.TargetState;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.WriteLog;
import io.sternway.systemtests.scenario.Rest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Collects what a run left behind, once it is at rest. */
final class HistoryReader {

    /** How the executor calls itself towards API servers. */
    private static final String EXECUTOR = "sternway-rollback-executor";

    private static final String MANAGER = "sternway-[0-9a-f]{12}";

    private final HistoryScope scope;

    HistoryReader(HistoryScope scope) {
        this.scope = scope;
    }

    /**
     * Waits for quiet, and reads.
     *
     * @param patience how long to wait; what is undone then is part of the history
     */
    History read(Duration patience) {
        List<String> undone;
        try (IdleCheck idle = new IdleCheck(scope)) {
            undone = idle.await(patience);
        }
        List<Recorded> records = IdleCheck.records(scope);
        History told = new History(records, Map.of(), List.of(), List.of(), List.of(), List.of());
        CommandedEpochs commanded = CommandedEpochs.of(told);
        List<ExecutorRow> executor;
        try (ServiceTables tables = new ServiceTables(scope)) {
            executor = tables.executor();
        } catch (SQLException e) {
            throw new IllegalStateException("the executor's rows cannot be read", e);
        }
        return new History(records, writes(commanded), served(told, commanded), executor, promotions(told), undone);
    }

    /** Of some promotions only where nobody else writes. */
    private Map<String, WriteLog> writes(CommandedEpochs commanded) {
        if (!scope.whole() && !scope.environment().leasesExclusively()) {
            return Map.of();
        }
        Set<String> concerned = scope.whole() ? scope.environment().clusters() : clusters(commanded);
        Map<String, WriteLog> logs = new HashMap<>();
        concerned.forEach(cluster -> logs.put(cluster, log(scope.environment().writes(cluster))));
        return logs;
    }

    private static Set<String> clusters(CommandedEpochs commanded) {
        Set<String> clusters = new TreeSet<>();
        commanded.all().forEach(asked -> clusters.add(asked.target().cluster()));
        return clusters;
    }

    private static WriteLog log(Writes writes) {
        return new WriteLog(
                writes.cut(),
                writes.entries().stream()
                        .filter(entry -> !entry.dryRun() && entry.status() / 100 == 2)
                        .filter(entry -> entry.userAgent().startsWith(EXECUTOR)
                                || entry.manager().matches(MANAGER))
                        .map(entry -> new WriteLog.Write(
                                entry.number(),
                                entry.method(),
                                entry.path(),
                                entry.name(),
                                entry.manager(),
                                number(entry.epoch()),
                                number(entry.resourceVersion())))
                        .toList());
    }

    private static long number(String text) {
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** What any command ever named, and the inventory objects. */
    private List<ServedObject> served(History told, CommandedEpochs commanded) {
        Map<String, Map<ObjectIdentity, String>> wanted = new LinkedHashMap<>();
        for (TargetRef target : told.lastDeployments().keySet()) {
            Map<ObjectIdentity, String> here =
                    wanted.computeIfAbsent(target.cluster(), cluster -> new LinkedHashMap<>());
            here.put(
                    new ObjectIdentity(
                            "", "ConfigMap", OwnershipNames.NAMESPACE, OwnershipNames.name(target.promotionRef())),
                    "v1");
            commanded.of(target).stream()
                    .flatMap(asked -> commanded.content(asked).stream())
                    .forEach(manifest -> here.put(
                            ObjectIdentity.of(manifest),
                            manifest.path("apiVersion").asText()));
        }
        List<ServedObject> served = new ArrayList<>();
        wanted.forEach((cluster, objects) -> {
            KubernetesClient client = scope.environment().client(cluster);
            objects.forEach((identity, version) -> {
                GenericKubernetesResource found = get(client, version, identity);
                if (found != null) {
                    served.add(new ServedObject(cluster, identity, Json.read(Serialization.asJson(found))));
                }
            });
        });
        return served;
    }

    private static @Nullable GenericKubernetesResource get(
            KubernetesClient client, String version, ObjectIdentity identity) {
        var kind = client.genericKubernetesResources(version, identity.kind());
        return identity.namespace() == null
                ? kind.withName(identity.name()).get()
                : kind.inNamespace(identity.namespace())
                        .withName(identity.name())
                        .get();
    }

    private List<PromotionState> promotions(History told) {
        return told.audit().keySet().stream()
                .filter(key -> !key.startsWith("_") && !key.endsWith("/_rejected"))
                .map(key -> promotion(key, Rest.get(scope.environment().stack(), "/api/v1/promotions/" + key)))
                .toList();
    }

    private static PromotionState promotion(String key, JsonNode view) {
        List<TargetState> targets = new ArrayList<>();
        List<StageState> stages = new ArrayList<>();
        for (JsonNode stage : view.path("stages")) {
            stages.add(new StageState(
                    stage.path("stage").asText(), stage.path("phase").asText(), numberOrNull(stage, "stableRevision")));
            for (JsonNode target : stage.path("targets")) {
                targets.add(new TargetState(
                        target.path("cluster").asText(),
                        target.path("epoch").asLong(),
                        target.path("revision").asLong(),
                        numberOrNull(target.path("deployment"), "heldRevision")));
            }
        }
        Map<String, String> outcomes = new HashMap<>();
        StreamSupport.stream(view.path("runs").spliterator(), false)
                .forEach(run -> outcomes.put(
                        run.path("run").asText(), run.path("outcome").asText("")));
        return new PromotionState(key, targets, stages, outcomes);
    }

    private static @Nullable Long numberOrNull(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).asLong() : null;
    }
}
