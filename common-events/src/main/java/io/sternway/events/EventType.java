package io.sternway.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.vocabulary.AuditType;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every event type: its CloudEvents type, its topic and its payload. Audit types are made of {@link AuditType}.
 *
 * @param name the event's name
 * @param topic where it is published
 * @param payload the class of its data
 */
public record EventType(String name, Topic topic, Class<?> payload) {

    private static final String PREFIX = "io.sternway.";
    private static final String SUFFIX = ".v1";

    /** In the order in which they stand here. */
    private static final List<EventType> KNOWN = new ArrayList<>();

    /** Somebody asks for a promotion. Its data is the promotion document itself. */
    public static final EventType PROMOTION_REQUESTED = known("PromotionRequested", Topic.REQUESTS, JsonNode.class);

    /** The whole content of a stage, before the first command that names it and again in answer to SnapshotUnknown. */
    public static final EventType SNAPSHOT_PUBLISHED = command(SnapshotPublished.class);

    /** No target holds or will hold this snapshot again; the executor may forget it. */
    public static final EventType SNAPSHOT_RETIRED = command(SnapshotRetired.class);

    /** These targets are to hold this snapshot: a wave of a stage, a cluster that joined, or an owed target. */
    public static final EventType STAGE_DEPLOY_REQUESTED = command(StageDeployRequested.class);

    /** These targets are to hold an earlier snapshot again. */
    public static final EventType ROLLBACK_REQUESTED = command(RollbackRequested.class);

    /** What the snapshot no longer has may go from these targets. */
    public static final EventType TARGET_PRUNE_REQUESTED = command(TargetPruneRequested.class);

    /** These targets are Sternway's no longer. */
    public static final EventType TARGET_RELEASE_REQUESTED = command(TargetReleaseRequested.class);

    /** What has not started at these epochs is not to start; what has, stops after the call in flight. */
    public static final EventType COMMAND_CANCELLED = command(CommandCancelled.class);

    /** The snapshot is applied completely on the cluster. */
    public static final EventType STAGE_DEPLOYED = deployment("StageDeployed");

    /** The snapshot cannot be applied on the cluster; every object's fault is named. */
    public static final EventType STAGE_DEPLOY_FAILED = deployment("StageDeployFailed");

    /** A command is accepted, or still being tried; the reason says what stands against it. */
    public static final EventType STAGE_DEPLOY_PENDING = deployment("StageDeployPending");

    /**
     * Work was stopped: cancelled, replaced by a newer epoch, or at the command's deadline. Never a failure by itself.
     */
    public static final EventType STAGE_DEPLOY_STOPPED = deployment("StageDeployStopped");

    /** The executor does not have the snapshot that a command names; it is answered by SnapshotPublished. */
    public static final EventType SNAPSHOT_UNKNOWN = deployment("SnapshotUnknown");

    /** What the snapshot no longer has is gone from the cluster, or kept by rule and listed as retained. */
    public static final EventType TARGET_PRUNED = deployment("TargetPruned");

    /** Some objects that should go have not gone by the command's deadline; they are listed. */
    public static final EventType TARGET_PRUNE_FAILED = deployment("TargetPruneFailed");

    /** The target is released; its tombstone follows. */
    public static final EventType TARGET_RELEASED = deployment("TargetReleased");

    /** The target could not be released by the command's deadline. */
    public static final EventType TARGET_RELEASE_FAILED = deployment("TargetReleaseFailed");

    /** All clusters of an inventory, read at once; never published for a file that could not be read whole. */
    public static final EventType INVENTORY_READ = known("InventoryRead", Topic.CLUSTERS, InventoryRead.class);

    /** A watcher replica took over a partition; the record's offset is the replica's term. */
    public static final EventType PARTITION_CLAIMED =
            known("PartitionClaimed", Topic.OBSERVATIONS, PartitionClaimed.class);

    /** What the objects of a target look like, when something changed. */
    public static final EventType ROLLOUT_OBSERVED =
            known("RolloutObserved", Topic.OBSERVATIONS, RolloutObserved.class);

    /** The end of a tick: the cluster was looked at, or could not be. */
    public static final EventType CLUSTER_OBSERVED =
            known("ClusterObserved", Topic.OBSERVATIONS, ClusterObserved.class);

    /** Not yet everything is as it should be, nothing is failing. */
    public static final EventType HEALTH_PROGRESSING = health("HealthProgressing");

    /** Everything passes. */
    public static final EventType HEALTH_READY = health("HealthReady");

    /** The target is failing, and its threshold is running. */
    public static final EventType HEALTH_DEGRADED = health("HealthDegraded");

    /** The target has been failing for longer, or more often in a row, than its threshold allows. */
    public static final EventType HEALTH_FAILED = health("HealthFailed");

    /** A target that was failing passes again. */
    public static final EventType HEALTH_RECOVERED = health("HealthRecovered");

    /** Nobody could look for three intervals, or the objects could not be read. Never a failure by itself. */
    public static final EventType HEALTH_UNKNOWN = health("HealthUnknown");

    /** A cluster's reachability changed. */
    public static final EventType CLUSTER_HEALTH_CHANGED =
            known("ClusterHealthChanged", Topic.HEALTH, ClusterHealthChanged.class);

    /** Every tick: this cluster was looked at, and this is how its targets stand. The newest wins. */
    public static final EventType CLUSTER_REPORTED = known("ClusterReported", Topic.HEALTH, ClusterReported.class);

    /** A stage goes back to its rollback target. */
    public static final EventType ROLLBACK_STARTED = rollback("RollbackStarted");

    /** A cluster of a rollback was restored, or given up. */
    public static final EventType ROLLBACK_PROGRESSED = rollback("RollbackProgressed");

    /** Every cluster of a rollback was restored or given up: Succeeded, Partial or Failed, each cluster named. */
    public static final EventType ROLLBACK_COMPLETED = rollback("RollbackCompleted");

    /** A record that a service could not read, or that is invalid, with its original bytes and the reason. */
    public static final EventType DEAD_LETTERED = known("DeadLettered", Topic.DEAD_LETTERS, DeadLetter.class);

    private static final List<EventType> ALL = Stream.concat(
                    KNOWN.stream(), Arrays.stream(AuditType.values()).map(EventType::of))
            .toList();
    private static final Map<String, EventType> BY_TYPE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EventType::type, Function.identity()));

    /** The CloudEvents type: {@code io.sternway.<name>.v1}. */
    public String type() {
        return PREFIX + name + SUFFIX;
    }

    /** Where its JSON Schema is published. Types with the same payload share one. */
    public URI dataschema() {
        return URI.create("https://sternway.io/schemas/" + schemaFile());
    }

    /** The file name of its JSON Schema; the file is in this jar, in {@code io/sternway/schemas}. */
    public String schemaFile() {
        return (payload == JsonNode.class ? name : payload.getSimpleName()) + SUFFIX + ".json";
    }

    /** The event type of an audit fact. */
    public static EventType of(AuditType fact) {
        return new EventType(fact.name(), Topic.AUDIT, AuditRecord.class);
    }

    /** Finds an event type by its CloudEvents type; empty for one that this version does not know. */
    public static Optional<EventType> find(String type) {
        return Optional.ofNullable(BY_TYPE.get(type));
    }

    /** Every event type, in a fixed order. */
    public static List<EventType> values() {
        return ALL;
    }

    private static EventType command(Class<?> payload) {
        return known(payload.getSimpleName(), Topic.COMMANDS, payload);
    }

    private static EventType deployment(String name) {
        return known(name, Topic.DEPLOYMENTS, TargetDeployment.class);
    }

    private static EventType health(String name) {
        return known(name, Topic.HEALTH, TargetHealth.class);
    }

    private static EventType rollback(String name) {
        return known(name, Topic.ROLLBACKS, RollbackRecord.class);
    }

    private static EventType known(String name, Topic topic, Class<?> payload) {
        EventType type = new EventType(name, topic, payload);
        KNOWN.add(type);
        return type;
    }
}
