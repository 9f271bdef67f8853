package io.sternway.systemtests.history.rules;

import io.sternway.events.Event;
import io.sternway.events.RollbackRecord;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The order of the audit topic is {@link AuditIsGapless}, that of epochs {@link EpochsNeverGoBack}. */
public final class KeysKeepTheirOrder implements HistoryRule {

    @Override
    public String text() {
        return "Events of one key come in the order in which they happened; the last record of a target on the"
                + " deployments topic is its newest (A5).";
    }

    @Override
    public Stream<Violation> check(History history) {
        return Stream.of(
                        rising(
                                history,
                                Topic.DEPLOYMENTS,
                                TargetDeployment.class,
                                TargetDeployment::target,
                                TargetDeployment::sequence),
                        transitions(history),
                        newestIsLast(history),
                        nothingBeforeItsStart(history))
                .flatMap(Function.identity());
    }

    private <T> Stream<Violation> rising(
            History history, Topic topic, Class<T> payload, Function<T, TargetRef> target, ToLongFunction<T> number) {
        Map<TargetRef, Long> last = new HashMap<>();
        return history.events(topic, payload).stream()
                .map(Event::data)
                .filter(data ->
                        number.applyAsLong(data) <= orZero(last.put(target.apply(data), number.applyAsLong(data))))
                .map(data -> broken(
                        topic.topicName() + " " + target.apply(data).key(),
                        "sequence " + number.applyAsLong(data) + " comes after a higher one"));
    }

    /** The event that says that nobody could look repeats the number of the transition before it. */
    private Stream<Violation> transitions(History history) {
        Map<String, Long> last = new HashMap<>();
        return history.events(Topic.HEALTH, TargetHealth.class).stream()
                .map(Event::data)
                .filter(health -> {
                    String key = health.target().key() + " " + health.epoch();
                    return health.transition() < orZero(last.put(key, health.transition()));
                })
                .map(health -> broken(
                        Topic.HEALTH.topicName() + " " + health.target().key(),
                        "transition " + health.transition() + " of epoch " + health.epoch()
                                + " comes after a higher one"));
    }

    private Stream<Violation> newestIsLast(History history) {
        Map<TargetRef, Long> highest = new HashMap<>();
        history.events(Topic.DEPLOYMENTS, TargetDeployment.class).stream()
                .map(Event::data)
                .forEach(deployment -> highest.merge(deployment.target(), deployment.sequence(), Math::max));
        return history.lastDeployments().values().stream()
                .filter(last -> last.sequence() < orZero(highest.get(last.target())))
                .map(last -> broken(
                        Topic.DEPLOYMENTS.topicName() + " " + last.target().key(),
                        "the last record has sequence " + last.sequence() + ", but " + highest.get(last.target())
                                + " came before it"));
    }

    private Stream<Violation> nothingBeforeItsStart(History history) {
        Set<String> started = new HashSet<>();
        return history.events(Topic.ROLLBACKS, RollbackRecord.class).stream()
                .filter(event -> {
                    if (event.type().name().equals("RollbackStarted")) {
                        started.add(event.data().rollback());
                    }
                    return !started.contains(event.data().rollback());
                })
                .map(event ->
                        broken(event.data().rollback(), event.type().name() + " comes before the rollback's start"));
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
