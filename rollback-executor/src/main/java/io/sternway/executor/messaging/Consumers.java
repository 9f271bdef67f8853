package io.sternway.executor.messaging;

import io.smallrye.reactive.messaging.annotations.Blocking;
import io.sternway.messaging.wiring.IntakeChannel;
import io.sternway.messaging.wiring.Intakes;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Connects the commands, which come through a channel (ADR 0015), with their handler. */
@ApplicationScoped
public class Consumers {
    private final IntakeChannel commands;

    Consumers(Intakes intakes, CommandHandler commands) {
        this.commands = intakes.channel("commands", commands);
    }

    /** Takes commands from now on, from where they were left. */
    public void open() {
        commands.open();
    }

    @Incoming("commands")
    @Blocking
    void takeCommands(ConsumerRecords<byte[], byte[]> records) {
        commands.take(records);
    }
}
