package io.sternway.promotion.app;

import io.sternway.promotion.app.Fleet.Reported;
import io.sternway.promotion.app.RecordNews.Report;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.rules.fleet.Hearing;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Merges the reports of one poll into what is known about clusters and partitions; the newest of a cluster wins. */
@ApplicationScoped
public class MergeReports {

    private final Fleet fleet;

    MergeReports(Fleet fleet) {
        this.fleet = fleet;
    }

    /**
     * Merges in the caller's transaction, with a fixed number of statements.
     *
     * @param reports in the order of receipt
     * @param now the database's clock
     */
    public Merged merge(List<Report> reports, Instant now) {
        Fleet.Reports before = fleet.lockReports(
                reports.stream().map(Report::partition).collect(Collectors.toCollection(TreeSet::new)),
                reports.stream().map(Report::cluster).collect(Collectors.toCollection(TreeSet::new)));
        Map<Integer, PartitionView> partitions = new HashMap<>(before.partitions());
        Map<String, Reported> clusters = new TreeMap<>();
        Set<String> reached = new HashSet<>();
        Set<String> changed = new HashSet<>();
        for (Report report : reports) {
            @Nullable
            Reported known =
                    clusters.getOrDefault(report.cluster(), before.clusters().get(report.cluster()));
            if (known != null && !known.admits(report.term(), report.counter())) {
                continue;
            }
            @Nullable PartitionView heard = partitions.get(report.partition());
            partitions.put(report.partition(), Hearing.partition(heard, report.interval(), now));
            @Nullable ClusterView view = known == null ? null : known.view();
            ClusterView after =
                    Hearing.cluster(view, report.partition(), heard, report.reached(), report.interval(), now);
            clusters.put(report.cluster(), new Reported(after, report.term(), report.counter()));
            if (report.reached()) {
                reached.add(report.cluster());
            }
            if (Fleet.changed(view, after)) {
                changed.add(report.cluster());
            }
        }
        partitions.keySet().retainAll(touched(clusters));
        if (!clusters.isEmpty()) {
            fleet.saveReports(clusters, partitions);
        }
        return new Merged(reached, changed);
    }

    private static Set<Integer> touched(Map<String, Reported> clusters) {
        return clusters.values().stream()
                .map(reported -> reported.view().partition())
                .collect(Collectors.toSet());
    }

    /**
     * What the reports say.
     *
     * @param reached clusters with a fresh report
     * @param changed clusters that were not reported before, came, went, or were away
     */
    public record Merged(Set<String> reached, Set<String> changed) {}
}
