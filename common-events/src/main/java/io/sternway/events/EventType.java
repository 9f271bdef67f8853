package io.sternway.events;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

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

    public static final EventType SNAPSHOT_PUBLISHED = command(SnapshotPublished.class);
    public static final EventType SNAPSHOT_RETIRED = command(SnapshotRetired.class);
    public static final EventType STAGE_DEPLOY_REQUESTED = command(StageDeployRequested.class);
    public static final EventType ROLLBACK_REQUESTED = command(RollbackRequested.class);
    public static final EventType TARGET_PRUNE_REQUESTED = command(TargetPruneRequested.class);
    public static final EventType TARGET_RELEASE_REQUESTED = command(TargetReleaseRequested.class);
    public static final EventType COMMAND_CANCELLED = command(CommandCancelled.class);

    public static final EventType STAGE_DEPLOYED = deployment("StageDeployed");
    public static final EventType STAGE_DEPLOY_FAILED = deployment("StageDeployFailed");
    public static final EventType STAGE_DEPLOY_PENDING = deployment("StageDeployPending");
    public static final EventType STAGE_DEPLOY_STOPPED = deployment("StageDeployStopped");
    public static final EventType SNAPSHOT_UNKNOWN = deployment("SnapshotUnknown");
    public static final EventType TARGET_PRUNED = deployment("TargetPruned");
    public static final EventType TARGET_PRUNE_FAILED = deployment("TargetPruneFailed");
    public static final EventType TARGET_RELEASED = deployment("TargetReleased");
    public static final EventType TARGET_RELEASE_FAILED = deployment("TargetReleaseFailed");

    public static final EventType INVENTORY_READ = new EventType("InventoryRead", Topic.CLUSTERS, InventoryRead.class);

    public static final EventType PARTITION_CLAIMED =
            new EventType("PartitionClaimed", Topic.OBSERVATIONS, PartitionClaimed.class);
    public static final EventType ROLLOUT_OBSERVED =
            new EventType("RolloutObserved", Topic.OBSERVATIONS, RolloutObserved.class);
    public static final EventType CLUSTER_OBSERVED =
            new EventType("ClusterObserved", Topic.OBSERVATIONS, ClusterObserved.class);

    public static final EventType HEALTH_PROGRESSING = health("HealthProgressing");
    public static final EventType HEALTH_READY = health("HealthReady");
    public static final EventType HEALTH_DEGRADED = health("HealthDegraded");
    public static final EventType HEALTH_FAILED = health("HealthFailed");
    public static final EventType HEALTH_RECOVERED = health("HealthRecovered");
    public static final EventType HEALTH_UNKNOWN = health("HealthUnknown");
    public static final EventType CLUSTER_HEALTH_CHANGED =
            new EventType("ClusterHealthChanged", Topic.HEALTH, ClusterHealthChanged.class);
    public static final EventType CLUSTER_REPORTED =
            new EventType("ClusterReported", Topic.HEALTH, ClusterReported.class);

    public static final EventType ROLLBACK_STARTED = rollback("RollbackStarted");
    public static final EventType ROLLBACK_PROGRESSED = rollback("RollbackProgressed");
    public static final EventType ROLLBACK_COMPLETED = rollback("RollbackCompleted");

    public static final EventType DEAD_LETTERED = new EventType("DeadLettered", Topic.DEAD_LETTERS, DeadLetter.class);

    private static final List<EventType> ALL = all();
    private static final Map<String, EventType> BY_TYPE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EventType::type, Function.identity()));

    /** The CloudEvents type: {@code io.sternway.<name>.v1}. */
    public String type() {
        return PREFIX + name + SUFFIX;
    }

    /** Where its JSON Schema is published. */
    public URI dataschema() {
        return URI.create("https://sternway.io/schemas/" + name + SUFFIX + ".json");
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
        return new EventType(payload.getSimpleName(), Topic.COMMANDS, payload);
    }

    private static EventType deployment(String name) {
        return new EventType(name, Topic.DEPLOYMENTS, TargetDeployment.class);
    }

    private static EventType health(String name) {
        return new EventType(name, Topic.HEALTH, TargetHealth.class);
    }

    private static EventType rollback(String name) {
        return new EventType(name, Topic.ROLLBACKS, RollbackRecord.class);
    }

    private static List<EventType> all() {
        List<EventType> types = new ArrayList<>(List.of(
                SNAPSHOT_PUBLISHED,
                SNAPSHOT_RETIRED,
                STAGE_DEPLOY_REQUESTED,
                ROLLBACK_REQUESTED,
                TARGET_PRUNE_REQUESTED,
                TARGET_RELEASE_REQUESTED,
                COMMAND_CANCELLED,
                STAGE_DEPLOYED,
                STAGE_DEPLOY_FAILED,
                STAGE_DEPLOY_PENDING,
                STAGE_DEPLOY_STOPPED,
                SNAPSHOT_UNKNOWN,
                TARGET_PRUNED,
                TARGET_PRUNE_FAILED,
                TARGET_RELEASED,
                TARGET_RELEASE_FAILED,
                INVENTORY_READ,
                PARTITION_CLAIMED,
                ROLLOUT_OBSERVED,
                CLUSTER_OBSERVED,
                HEALTH_PROGRESSING,
                HEALTH_READY,
                HEALTH_DEGRADED,
                HEALTH_FAILED,
                HEALTH_RECOVERED,
                HEALTH_UNKNOWN,
                CLUSTER_HEALTH_CHANGED,
                CLUSTER_REPORTED,
                ROLLBACK_STARTED,
                ROLLBACK_PROGRESSED,
                ROLLBACK_COMPLETED,
                DEAD_LETTERED));
        for (AuditType fact : AuditType.values()) {
            types.add(of(fact));
        }
        return List.copyOf(types);
    }
}
