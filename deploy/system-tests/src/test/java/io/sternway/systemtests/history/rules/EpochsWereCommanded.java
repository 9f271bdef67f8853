package io.sternway.systemtests.history.rules;

import io.sternway.events.Event;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.Orders;
import io.sternway.systemtests.history.Orders.Order;
import io.sternway.systemtests.history.Rule;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A command and its audit record are written in one transaction, so each has the other. */
public final class EpochsWereCommanded implements Rule {

    @Override
    public String text() {
        return "Every epoch that anybody speaks of was commanded for that target, with that revision and snapshot, and"
                + " every command has its audit record (A5, A6, X1).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Orders orders = Orders.of(history);
        List<Violation> violations = new ArrayList<>();
        for (Event<TargetDeployment> event : history.events(Topic.DEPLOYMENTS, TargetDeployment.class)) {
            TargetDeployment deployment = event.data();
            TargetDeployment.Desired desired = deployment.desired();
            expect(
                    violations,
                    orders,
                    "deployments",
                    deployment.target(),
                    desired.epoch(),
                    order -> order.command().equals(desired.command())
                            && order.purpose() == desired.purpose()
                            && order.revision() == desired.revision()
                            && order.snapshot().equals(desired.snapshot()));
            TargetDeployment.Holds holds = deployment.holds();
            if (holds != null) {
                expect(
                        violations,
                        orders,
                        "deployments (held)",
                        deployment.target(),
                        holds.epoch(),
                        order -> order.revision() == holds.revision()
                                && order.snapshot().equals(holds.snapshot()));
            }
        }
        for (Event<RolloutObserved> event : history.events(Topic.OBSERVATIONS, RolloutObserved.class)) {
            expect(
                    violations,
                    orders,
                    "observations",
                    event.data().target(),
                    event.data().epoch(),
                    order -> true);
        }
        for (Event<TargetHealth> event : history.events(Topic.HEALTH, TargetHealth.class)) {
            expect(
                    violations,
                    orders,
                    "health",
                    event.data().target(),
                    event.data().epoch(),
                    order -> true);
        }
        dispatches(history, orders, violations);
        return violations.stream();
    }

    private void expect(
            List<Violation> violations,
            Orders orders,
            String where,
            TargetRef target,
            long epoch,
            Predicate<Order> right) {
        if (orders.of(target, epoch).filter(right).isEmpty()) {
            violations.add(broken(
                    where + " " + target.key(),
                    "epoch " + epoch + " is not what was commanded: "
                            + orders.of(target, epoch).map(Order::toString).orElse("nothing")));
        }
    }

    private void dispatches(History history, Orders orders, List<Violation> violations) {
        Set<String> told = new HashSet<>();
        history.audit()
                .forEach((stream, events) -> events.stream()
                        .filter(Dispatches::isDispatch)
                        .map(Event::data)
                        .forEach(record ->
                                told.add(record.cluster() + "/" + stream + " epoch " + Dispatches.epoch(record))));
        Set<String> commanded = new HashSet<>();
        for (Order order : orders.all()) {
            if (!commanded.add(order.target().key() + " epoch " + order.epoch())) {
                violations.add(broken(order.target().key(), "epoch " + order.epoch() + " was commanded twice"));
            }
        }
        Stream.concat(told.stream(), commanded.stream())
                .distinct()
                .filter(dispatch -> !told.contains(dispatch) || !commanded.contains(dispatch))
                .forEach(dispatch -> violations.add(broken(
                        dispatch, told.contains(dispatch) ? "is in the audit, not in a command" : "has no audit")));
    }
}
