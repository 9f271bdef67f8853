package io.sternway.systemtests.history.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.Rule;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Ways to break a history, and the proof that a rule says so. */
final class Broken {

    private Broken() {}

    static void assertBroken(Class<? extends Rule> rule, Story story) {
        assertBroken(rule, story.history());
    }

    static void assertBroken(Class<? extends Rule> rule, History history) {
        List<Violation> violations = HistoryCheck.checker().check(history);
        assertTrue(
                violations.stream()
                        .map(Violation::rule)
                        .collect(Collectors.toSet())
                        .contains(rule.getSimpleName()),
                () -> rule.getSimpleName() + " is not among " + violations);
    }

    static History without(History history, Predicate<Recorded> which) {
        return withRecords(
                history, history.records().stream().filter(which.negate()).toList());
    }

    /** The first such record changes its place with the next one of its topic and key. */
    static History swapped(History history, Predicate<Recorded> which) {
        List<Recorded> records = new ArrayList<>(history.records());
        Recorded first = records.stream().filter(which).findFirst().orElseThrow();
        int at = records.indexOf(first);
        Recorded next = records.subList(at + 1, records.size()).stream()
                .filter(record -> record.topic() == first.topic()
                        && String.valueOf(record.key()).equals(first.key()))
                .findFirst()
                .orElseThrow();
        records.set(records.indexOf(next), first);
        records.set(at, next);
        return withRecords(history, records);
    }

    private static History withRecords(History history, List<Recorded> records) {
        return new History(
                records,
                history.writes(),
                history.served(),
                history.executor(),
                history.promotions(),
                history.undone());
    }

    static History withServed(History history, Predicate<ServedObject> which) {
        return new History(
                history.records(),
                history.writes(),
                history.served().stream().filter(which).toList(),
                history.executor(),
                history.promotions(),
                history.undone());
    }

    static History withExecutor(History history, List<ExecutorRow> rows) {
        return new History(
                history.records(), history.writes(), history.served(), rows, history.promotions(), history.undone());
    }

    static History withPromotion(History history, PromotionState promotion) {
        return new History(
                history.records(),
                history.writes(),
                history.served(),
                history.executor(),
                List.of(promotion),
                history.undone());
    }

    static History withUndone(History history, List<String> undone) {
        return new History(
                history.records(),
                history.writes(),
                history.served(),
                history.executor(),
                history.promotions(),
                undone);
    }
}
