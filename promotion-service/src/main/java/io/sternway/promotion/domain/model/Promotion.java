package io.sternway.promotion.domain.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.settings.Settings;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a decision about one promotion needs to know about it. Immutable; two of them are compared part by part
 * ({@code ==} on a part that did not change), so that only what changed is stored.
 *
 * @param ref its name
 * @param generation counts the settings from 1
 * @param settings the newest settings
 * @param newestRevision the highest revision number ever given (a pruned one counts)
 * @param newestRun the highest run number ever given; its revision is the <em>active</em> one; 0: none
 * @param createdAt when the first document was accepted
 * @param revisions the revisions that are kept, by number
 * @param runs the newest run, and older ones that still own a stage or have not ended, by number
 * @param stages what is known about each stage whatever the run, by name
 * @param targets the clusters that hold, or are to hold, something of this promotion, by name
 * @param rollbacks rollbacks in progress, and ended ones with clusters still owed, by id
 * @param snapshots hashes of the snapshots that were published and not retired
 * @param noticed what was warned about and still is so, to say it once
 */
@RecordBuilder
public record Promotion(
        PromotionRef ref,
        long generation,
        Settings settings,
        long newestRevision,
        long newestRun,
        Instant createdAt,
        SortedMap<Long, Revision> revisions,
        SortedMap<Long, Run> runs,
        Map<String, Stage> stages,
        Map<String, Target> targets,
        Map<String, Rollback> rollbacks,
        Set<String> snapshots,
        Set<String> noticed)
        implements PromotionBuilder.With {

    public Promotion {
        revisions = Collections.unmodifiableSortedMap(new TreeMap<>(revisions));
        runs = Collections.unmodifiableSortedMap(new TreeMap<>(runs));
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        targets = Collections.unmodifiableMap(new TreeMap<>(targets));
        rollbacks = Collections.unmodifiableMap(new TreeMap<>(rollbacks));
        snapshots = Set.copyOf(snapshots);
        noticed = Set.copyOf(noticed);
    }

    /** One of which nothing is known yet: what the first request finds. */
    public static Promotion unborn(PromotionRef ref, Settings settings, Instant now) {
        return new Promotion(
                ref,
                0,
                settings,
                0,
                0,
                now,
                new TreeMap<>(),
                new TreeMap<>(),
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                Set.of());
    }

    /** Nothing was ever accepted. */
    public boolean isUnborn() {
        return generation == 0;
    }

    /** The newest run: its revision is the active one. */
    public Optional<Run> activeRun() {
        return Optional.ofNullable(runs.get(newestRun));
    }
}
