package io.sternway.promotion.messaging;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.ClusterReported;
import io.sternway.events.Event;
import io.sternway.events.PromotionRef;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.messaging.Received.Known;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.messaging.intake.IntakeHandler;
import io.sternway.promotion.app.RecordNews;
import io.sternway.promotion.app.RecordNews.Level;
import io.sternway.promotion.app.RecordNews.News;
import io.sternway.promotion.app.RecordNews.Report;
import io.sternway.promotion.app.RecordNews.ReportedNews;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.narration.FleetStory;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * What executor and evaluator say about targets, and that clusters were looked at. Tombstones of released targets follow
 * the TargetReleased that told so, and change nothing.
 */
@ApplicationScoped
public class TargetConsumer implements IntakeHandler {

    private final RecordNews recordNews;

    TargetConsumer(RecordNews recordNews) {
        this.recordNews = recordNews;
    }

    @Override
    public void handle(IntakeBatch batch) {
        List<News> news = new ArrayList<>();
        List<Report> reports = new ArrayList<>();
        List<AuditEntry> reachability = new ArrayList<>();
        for (Known known : batch.events()) {
            Event<?> event = known.event();
            if (event.data() instanceof TargetDeployment body) {
                news.add(new News(
                        body.target().promotionRef().key(),
                        body.cluster(),
                        event.id(),
                        null,
                        now -> FactMapper.deployment(event, body)));
            } else if (event.data() instanceof TargetHealth body) {
                news.add(new News(
                        body.target().promotionRef().key(),
                        body.cluster(),
                        event.id(),
                        new Level(body.epoch(), body.transition()),
                        now -> FactMapper.health(event, body, now)));
            } else if (event.data() instanceof ClusterReported body) {
                reports.add(report(event, body, known.origin().partition()));
            } else if (event.data() instanceof ClusterHealthChanged body) {
                reachability.add(FleetStory.reachability(
                        body.cluster(), body.from(), body.to(), body.reason(), body.message(), event.id()));
            }
        }
        recordNews.record(news, reports, reachability);
    }

    private static Report report(Event<?> event, ClusterReported body, int partition) {
        List<ReportedNews> targets = body.targets().stream()
                .map(target -> new ReportedNews(
                        new Level(target.epoch(), target.transition()),
                        target.state(),
                        !Boolean.FALSE.equals(target.steady()),
                        new News(
                                new PromotionRef(target.project(), target.promotion()).key(),
                                body.cluster(),
                                event.id(),
                                new Level(target.epoch(), target.transition()),
                                now -> FactMapper.health(event, body, target, now))))
                .toList();
        return new Report(
                body.cluster(),
                partition,
                body.reached(),
                body.interval(),
                body.sequence().term(),
                body.sequence().counter(),
                targets);
    }
}
