package io.sternway.promotion.messaging;

import io.sternway.events.Topic;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.promotion.app.CatchUp;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** Compares the ends of health and deployments, read_committed, with the positions that the consumers have stored. */
@ApplicationScoped
public class KafkaCatchUp implements CatchUp {

    private static final List<String> TOPICS = List.of(Topic.HEALTH.topicName(), Topic.DEPLOYMENTS.topicName());

    private final EndOffsets endOffsets;
    private final ConsumerPositions positions;
    private final Map<Integer, Question> questions = new ConcurrentHashMap<>();

    KafkaCatchUp(EndOffsets endOffsets, ConsumerPositions positions) {
        this.endOffsets = endOffsets;
        this.positions = positions;
    }

    @Override
    public void ask(Set<Integer> partitions, Instant at) {
        Set<Integer> fresh = new HashSet<>(partitions);
        fresh.removeAll(questions.keySet());
        if (fresh.isEmpty()) {
            return;
        }
        Set<TopicPartition> asked = new HashSet<>();
        fresh.forEach(partition -> asked.addAll(of(partition)));
        Map<TopicPartition, CompletableFuture<Long>> ends = endOffsets.ask(asked);
        for (int partition : fresh) {
            Map<TopicPartition, CompletableFuture<Long>> own = new HashMap<>();
            of(partition).forEach(topic -> own.put(topic, ends.get(topic)));
            questions.put(partition, new Question(at, own));
        }
    }

    @Override
    public boolean isAsked() {
        return !questions.isEmpty();
    }

    @Override
    public Map<Integer, Instant> proven() {
        questions.values().removeIf(Question::failed);
        if (questions.values().stream().noneMatch(Question::answered)) {
            return Map.of();
        }
        Map<TopicPartition, Long> stored = positions.read(TOPICS);
        Map<Integer, Instant> proven = new HashMap<>();
        questions.forEach((partition, question) -> {
            if (question.answered() && ConsumerPositions.reached(stored, question.ends())) {
                proven.put(partition, question.at());
            }
        });
        questions.keySet().removeAll(proven.keySet());
        return proven;
    }

    private static List<TopicPartition> of(int partition) {
        return TOPICS.stream()
                .map(topic -> new TopicPartition(topic, partition))
                .toList();
    }

    private record Question(Instant at, Map<TopicPartition, CompletableFuture<Long>> answers) {

        boolean failed() {
            return answers.values().stream().anyMatch(CompletableFuture::isCompletedExceptionally);
        }

        boolean answered() {
            return answers.values().stream().allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
        }

        Map<TopicPartition, Long> ends() {
            Map<TopicPartition, Long> ends = new HashMap<>();
            answers.forEach((partition, end) -> ends.put(partition, end.join()));
            return ends;
        }
    }
}
