package io.sternway.systemtests.history.rules;

import io.sternway.events.Event;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.CommandedEpochs;
import io.sternway.systemtests.history.CommandedEpochs.CommandedEpoch;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A command and its audit record are written in one transaction, so each has the other. */
public final class EpochsWereCommanded implements HistoryRule {

    @Override
    public String text() {
        return "Every epoch that anybody speaks of was commanded for that target, with that revision and snapshot, and"
                + " every command has its audit record (A5, A6, X1).";
    }

    @Override
    public Stream<Violation> check(History history) {
        CommandedEpochs commanded = CommandedEpochs.of(history);
        List<Violation> violations = new ArrayList<>();
        for (Event<TargetDeployment> event : history.events(Topic.DEPLOYMENTS, TargetDeployment.class)) {
            TargetDeployment deployment = event.data();
            TargetDeployment.Desired desired = deployment.desired();
            expect(
                    violations,
                    commanded,
                    "deployments",
                    deployment.target(),
                    desired.epoch(),
                    asked -> asked.command().equals(desired.command())
                            && asked.purpose() == desired.purpose()
                            && asked.revision() == desired.revision()
                            && asked.snapshot().equals(desired.snapshot()));
            TargetDeployment.Holds holds = deployment.holds();
            if (holds != null) {
                expect(
                        violations,
                        commanded,
                        "deployments (held)",
                        deployment.target(),
                        holds.epoch(),
                        asked -> asked.revision() == holds.revision()
                                && asked.snapshot().equals(holds.snapshot()));
            }
        }
        for (Event<RolloutObserved> event : history.events(Topic.OBSERVATIONS, RolloutObserved.class)) {
            expect(
                    violations,
                    commanded,
                    "observations",
                    event.data().target(),
                    event.data().epoch(),
                    asked -> true);
        }
        for (Event<TargetHealth> event : history.events(Topic.HEALTH, TargetHealth.class)) {
            expect(
                    violations,
                    commanded,
                    "health",
                    event.data().target(),
                    event.data().epoch(),
                    asked -> true);
        }
        dispatches(history, commanded, violations);
        return violations.stream();
    }

    private void expect(
            List<Violation> violations,
            CommandedEpochs commanded,
            String where,
            TargetRef target,
            long epoch,
            Predicate<CommandedEpoch> right) {
        if (commanded.of(target, epoch).filter(right).isEmpty()) {
            violations.add(broken(
                    where + " " + target.key(),
                    "epoch " + epoch + " is not what was commanded: "
                            + commanded
                                    .of(target, epoch)
                                    .map(CommandedEpoch::toString)
                                    .orElse("nothing")));
        }
    }

    private void dispatches(History history, CommandedEpochs commanded, List<Violation> violations) {
        Set<String> told = new HashSet<>();
        history.audit()
                .forEach((stream, events) -> events.stream()
                        .filter(Dispatches::isDispatch)
                        .map(Event::data)
                        .forEach(record ->
                                told.add(record.cluster() + "/" + stream + " epoch " + Dispatches.epoch(record))));
        Set<String> seen = new HashSet<>();
        for (CommandedEpoch asked : commanded.all()) {
            if (!seen.add(asked.target().key() + " epoch " + asked.epoch())) {
                violations.add(broken(asked.target().key(), "epoch " + asked.epoch() + " was commanded twice"));
            }
        }
        Stream.concat(told.stream(), seen.stream())
                .distinct()
                .filter(dispatch -> !told.contains(dispatch) || !seen.contains(dispatch))
                .forEach(dispatch -> violations.add(broken(
                        dispatch, told.contains(dispatch) ? "is in the audit, not in a command" : "has no audit")));
    }
}
