package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.Topic;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.CommandedEpochs;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.Violation;
import io.sternway.systemtests.history.WriteLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An owner of observations that was replaced may still speak: its term is older, and nobody listens to it. */
public final class EpochsNeverGoBack implements HistoryRule {

    @Override
    public String text() {
        return "No epoch of a target goes back: in commands and dispatches each is higher than the last; on"
                + " deployments, observations, health and on its cluster's inventory object none is lower"
                + " (A6).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Epochs epochs = new Epochs();
        for (CommandedEpochs.CommandedEpoch asked : CommandedEpochs.of(history).all()) {
            epochs.higher("commands " + asked.target().key(), asked.epoch());
        }
        history.audit().forEach((stream, events) -> events.forEach(event -> dispatch(epochs, stream, event)));
        for (Event<TargetDeployment> event : history.events(Topic.DEPLOYMENTS, TargetDeployment.class)) {
            TargetDeployment deployment = event.data();
            epochs.notLower(
                    "deployments " + deployment.target().key(),
                    deployment.desired().epoch());
            if (deployment.holds() != null) {
                epochs.notLower(
                        "deployments (held) " + deployment.target().key(),
                        deployment.holds().epoch());
            }
        }
        for (Event<TargetHealth> event : history.events(Topic.HEALTH, TargetHealth.class)) {
            epochs.notLower(
                    "health " + event.data().target().key(), event.data().epoch());
        }
        observations(epochs, history);
        history.writes().forEach((cluster, log) -> inventories(epochs, cluster, log));
        return epochs.violations.stream();
    }

    private static void dispatch(Epochs epochs, String stream, Event<AuditRecord> event) {
        if (Dispatches.isDispatch(event)) {
            epochs.higher("audit " + event.data().cluster() + "/" + stream, Dispatches.epoch(event.data()));
        }
    }

    private static void observations(Epochs epochs, History history) {
        Map<Integer, Long> terms = new HashMap<>();
        for (Recorded record : history.firsts(Topic.OBSERVATIONS)) {
            Object data = record.event().data();
            if (data instanceof PartitionClaimed) {
                terms.merge(record.partition(), record.offset(), Math::max);
            } else if (data instanceof RolloutObserved observed) {
                long term = observed.sequence().term();
                if (term >= terms.merge(record.partition(), term, Math::max)) {
                    epochs.notLower("observations " + observed.target().key(), observed.epoch());
                }
            }
        }
    }

    private static void inventories(Epochs epochs, String cluster, WriteLog log) {
        log.writes().stream()
                .filter(write -> write.epoch() > 0
                        && write.path().contains("/namespaces/" + OwnershipNames.NAMESPACE + "/configmaps"))
                .sorted(Comparator.comparingLong(WriteLog.Write::version))
                .forEach(write -> epochs.notLower("cluster " + cluster + " " + write.name(), write.epoch()));
    }

    private final class Epochs {

        private final Map<String, Long> last = new HashMap<>();
        private final List<Violation> violations = new ArrayList<>();

        void higher(String where, long epoch) {
            from(where, epoch, 1);
        }

        void notLower(String where, long epoch) {
            from(where, epoch, 0);
        }

        private void from(String where, long epoch, long least) {
            Long before = last.put(where, epoch);
            if (before != null && epoch < before + least) {
                violations.add(broken(where, "epoch " + epoch + " comes after " + before));
            }
        }
    }
}
