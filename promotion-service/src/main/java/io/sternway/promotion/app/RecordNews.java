package io.sternway.promotion.app;

import io.sternway.messaging.TerminalException;
import io.sternway.promotion.app.DecidePromotion.Moment;
import io.sternway.promotion.app.Fleet.ReportedState;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.vocabulary.HealthState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes what one poll brought about targets and clusters: reports first, then the facts of each promotion under its lock,
 * and decides about the promotions concerned, in the caller's transaction.
 */
@ApplicationScoped
public class RecordNews {

    private static final Logger LOG = Logger.getLogger(RecordNews.class);

    /** Promotions whose rows are in memory at the same time. */
    private static final int AT_ONCE = 20;

    private final Promotions promotions;
    private final DueTimes dueTimes;
    private final Fleet fleet;
    private final ReadFleetView readFleet;
    private final MergeReports mergeReports;
    private final DecidePromotion decide;
    private final Publications publications;
    private final PromotionConfig config;

    RecordNews(
            Promotions promotions,
            DueTimes dueTimes,
            Fleet fleet,
            ReadFleetView readFleet,
            MergeReports mergeReports,
            DecidePromotion decide,
            Publications publications,
            PromotionConfig config) {
        this.promotions = promotions;
        this.dueTimes = dueTimes;
        this.fleet = fleet;
        this.readFleet = readFleet;
        this.mergeReports = mergeReports;
        this.decide = decide;
        this.publications = publications;
        this.config = config;
    }

    /**
     * Takes it.
     *
     * @param reachability that clusters came and went (H11), for the stream of the whole fleet; its lock is taken last
     */
    @Transactional(TxType.MANDATORY)
    public void record(List<News> news, List<Report> reports, List<AuditEntry> reachability) {
        Map<String, List<News>> byPromotion = new TreeMap<>();
        news.forEach(item -> add(byPromotion, item));
        if (!reports.isEmpty()) {
            MergeReports.Merged merged = mergeReports.merge(reports, promotions.now());
            lostNews(reports, news).forEach(item -> add(byPromotion, item));
            wake(fleet.concerned(merged.reached(), merged.changed()), byPromotion);
        }
        List<String> keys = List.copyOf(byPromotion.keySet());
        if (keys.size() > AT_ONCE) {
            promotions.lockOnly(keys);
        }
        for (int from = 0; from < keys.size(); from += AT_ONCE) {
            decideAbout(keys.subList(from, Math.min(keys.size(), from + AT_ONCE)), byPromotion, news);
        }
        if (!reachability.isEmpty()) {
            publications.recordElsewhere(null, reachability, promotions.now());
        }
    }

    private void decideAbout(List<String> keys, Map<String, List<News>> byPromotion, List<News> news) {
        Map<String, Stored> stored = promotions.lockReadable(keys, key -> {
            if (news.stream().anyMatch(item -> item.promotion().equals(key))) {
                // Its records become dead letters one by one; reports go on for all others.
                throw new TerminalException("PromotionUnreadable", "what is stored about " + key + " cannot be read");
            }
        });
        if (stored.isEmpty()) {
            return;
        }
        FleetView view =
                readFleet.read(stored.values().stream().map(Stored::state).toList());
        Instant now = promotions.now();
        stored.forEach((key, promotion) -> {
            List<News> own = byPromotion.getOrDefault(key, List.of());
            List<Fact> facts = own.stream().map(item -> item.fact().apply(now)).toList();
            decide.decide(promotion, facts, view, Moment.of(now, cause(own), Duration.ZERO));
        });
        promotions.write();
    }

    private static void add(Map<String, List<News>> byPromotion, News news) {
        byPromotion.computeIfAbsent(news.promotion(), key -> new ArrayList<>()).add(news);
    }

    /** A few are decided at once; when a report concerns many, the worker decides them one after the other. */
    private void wake(Set<String> concerned, Map<String, List<News>> byPromotion) {
        Set<String> others = new TreeSet<>(concerned);
        others.removeAll(byPromotion.keySet());
        if (others.size() <= config.batch().due()) {
            others.forEach(key -> byPromotion.put(key, new ArrayList<>()));
        } else {
            // All in one order, those too that are decided here.
            promotions.lockOnly(union(others, byPromotion.keySet()));
            int made = dueTimes.makeDue(others);
            LOG.debugf("reports concern many promotions made_due=%d", made);
        }
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> both = new TreeSet<>(one);
        both.addAll(other);
        return both;
    }

    /** States that a report tells and whose event never came (H10), unless this very poll brought it. */
    private List<News> lostNews(List<Report> reports, List<News> news) {
        Map<Place, Level> brought = new HashMap<>();
        news.stream()
                .filter(item -> item.level() != null)
                .forEach(item ->
                        brought.merge(new Place(item.promotion(), item.cluster()), item.level(), Level::higher));
        Map<Place, ReportedNews> newest = new HashMap<>();
        for (Report report : reports) {
            if (!report.reached()) {
                continue;
            }
            for (ReportedNews target : report.targets()) {
                Place place = new Place(target.news().promotion(), report.cluster());
                if (target.level().isAbove(brought.get(place))) {
                    newest.merge(place, target, (a, b) -> a.level().isAbove(b.level()) ? a : b);
                }
            }
        }
        List<ReportedNews> candidates = List.copyOf(newest.values());
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<ReportedState> states = candidates.stream()
                .map(target -> new ReportedState(
                        target.news().promotion(),
                        target.news().cluster(),
                        target.level().epoch(),
                        target.level().transition(),
                        target.state(),
                        target.steady()))
                .toList();
        return fleet.unknownStates(states).stream()
                .map(index -> candidates.get(index).news())
                .toList();
    }

    private static @Nullable String cause(List<News> news) {
        Set<String> events = new LinkedHashSet<>();
        news.forEach(item -> events.add(item.event()));
        return events.size() == 1 ? events.iterator().next() : null;
    }

    private record Place(String promotion, String cluster) {}

    /**
     * How new a state of health is.
     *
     * @param epoch the epoch that it is about
     * @param transition the number of the transition
     */
    public record Level(long epoch, long transition) {

        boolean isAbove(@Nullable Level other) {
            return other == null || epoch > other.epoch || (epoch == other.epoch && transition > other.transition);
        }

        Level higher(Level other) {
            return isAbove(other) ? this : other;
        }
    }

    /**
     * News about one target.
     *
     * @param promotion {@code project/name}
     * @param cluster the cluster
     * @param event the id of the event that brought it
     * @param level of health; absent for deployments
     * @param fact the fact, given the time of receipt
     */
    public record News(
            String promotion,
            String cluster,
            String event,
            @Nullable Level level,
            Function<Instant, Fact> fact) {}

    /**
     * A cluster was looked at (A8).
     *
     * @param cluster the cluster
     * @param partition where it was read
     * @param reached whether the cluster answered
     * @param interval how long until the next
     * @param term the observation that it repeats
     * @param counter see {@code term}
     * @param targets what was seen there
     */
    public record Report(
            String cluster,
            int partition,
            boolean reached,
            Duration interval,
            long term,
            long counter,
            List<ReportedNews> targets) {

        public Report {
            targets = List.copyOf(targets);
        }
    }

    /**
     * A target in a report.
     *
     * @param level how new the state of health is that it tells
     * @param state that state
     * @param steady whether nothing changes there (H16)
     * @param news that state as news, should it not be known
     */
    public record ReportedNews(Level level, HealthState state, boolean steady, News news) {}
}
