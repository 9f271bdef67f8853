package io.sternway.promotion.domain.rules;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.fleet.Clock;
import io.sternway.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A promotion as it stands within a decision, and what is known around it: all that a rule asks. Asking changes nothing; a
 * decision under way is a {@code Draft}, which alone can.
 */
public class Situation {
    protected final Promotion before;
    protected final TreeMap<Long, Revision> revisions;
    protected final TreeMap<Long, Run> runs;
    protected final Map<String, Stage> stages;
    protected final Map<String, Target> targets;
    protected final Map<String, Rollback> rollbacks;
    protected final Map<String, Set<String>> clustersByStage = new HashMap<>();
    protected Settings settings;
    protected long newestRevision;
    protected long newestRun;
    private final FleetView fleet;
    private final Instant now;

    /**
     * As it is stored.
     *
     * @param promotion the promotion
     * @param fleet its clusters as known now
     * @param now the database's clock
     */
    public Situation(Promotion promotion, FleetView fleet, Instant now) {
        this.before = promotion;
        this.fleet = fleet;
        this.now = now;
        this.settings = promotion.settings();
        this.newestRevision = promotion.newestRevision();
        this.newestRun = promotion.newestRun();
        this.revisions = new TreeMap<>(promotion.revisions());
        this.runs = new TreeMap<>(promotion.runs());
        this.stages = new LinkedHashMap<>(promotion.stages());
        this.targets = new TreeMap<>(promotion.targets());
        this.rollbacks = new TreeMap<>(promotion.rollbacks());
        for (Target target : targets.values()) {
            clustersByStage
                    .computeIfAbsent(target.stage(), s -> new TreeSet<>())
                    .add(target.cluster());
        }
    }

    public final PromotionRef ref() {
        return before.ref();
    }

    public final Settings settings() {
        return settings;
    }

    public final Instant now() {
        return now;
    }

    // ---- the fleet

    public final FleetView fleet() {
        return fleet;
    }

    /** The newest reading of the inventory that is not held; absent until there is one. */
    public final @Nullable Inventory inventory() {
        return fleet.inventory();
    }

    /** How the target's cluster was last reported. */
    public final @Nullable ClusterView cluster(String name) {
        return fleet.clusters().get(name);
    }

    /** How the partition of a cluster was heard. */
    public final @Nullable PartitionView partitionOf(String name) {
        ClusterView cluster = cluster(name);
        return cluster == null ? null : fleet.partitions().get(cluster.partition());
    }

    /** The clock by which the deadlines of a cluster's target run. */
    public final Clock clock(String cluster) {
        return Clock.of(partitionOf(cluster), now);
    }

    // ---- revisions and runs

    public final Revision revision(long number) {
        Revision revision = revisions.get(number);
        if (revision == null) {
            throw new IllegalStateException("revision " + number + " of " + ref() + " was pruned while it was in use");
        }
        return revision;
    }

    /** The highest number ever given; 0 before the first. */
    public final long newestRevision() {
        return newestRevision;
    }

    public final SortedMap<Long, Revision> revisions() {
        return revisions;
    }

    public final Collection<Run> runs() {
        return List.copyOf(runs.values());
    }

    public final @Nullable Run run(long number) {
        return runs.get(number);
    }

    public final long newestRun() {
        return newestRun;
    }

    // ---- stages

    public final Stage stage(String name) {
        return stages.getOrDefault(name, Stage.unused(name));
    }

    public final Collection<Stage> stages() {
        return List.copyOf(stages.values());
    }

    /** The run that is responsible for a stage, with its part of it; absent before the first. */
    public final Optional<Owner> owner(String stage) {
        Long owner = stage(stage).owner();
        Run run = owner == null ? null : runs.get(owner);
        return run == null ? Optional.empty() : run.stage(stage).map(part -> new Owner(run, part));
    }

    /** The same, if it is this run. */
    public final Optional<Owner> owned(Run run, String stage) {
        return owner(stage).filter(owner -> owner.run().number() == run.number());
    }

    /** A run and its part of a stage that it is responsible for. */
    public record Owner(Run run, StageRun part) {}

    // ---- targets

    public final @Nullable Target target(String cluster) {
        return targets.get(cluster);
    }

    /** All targets, by name of cluster; a copy. */
    public final List<Target> targets() {
        return List.copyOf(targets.values());
    }

    /** The targets of a stage, by name of cluster; a copy. */
    public final List<Target> targetsOf(String stage) {
        List<Target> found = new ArrayList<>();
        for (String cluster : clustersByStage.getOrDefault(stage, Set.of())) {
            Target target = targets.get(cluster);
            if (target != null) {
                found.add(target);
            }
        }
        return found;
    }

    // ---- rollbacks

    public final Collection<Rollback> rollbacks() {
        return List.copyOf(rollbacks.values());
    }

    public final @Nullable Rollback rollback(String id) {
        return rollbacks.get(id);
    }
}
