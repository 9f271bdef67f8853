package io.sternway.evaluator.messaging;

import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** What Kafka Streams creates for each task and initialises later; the work is {@link HealthTask}'s. */
final class HealthProcessor implements Processor<String, byte[], String, byte[]> {

    static final String NAME = "evaluator";

    private @Nullable HealthTask task;

    @Override
    public void init(ProcessorContext<String, byte[]> context) {
        task = new HealthTask(context);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        Objects.requireNonNull(task, "init comes before process").process(record);
    }
}
