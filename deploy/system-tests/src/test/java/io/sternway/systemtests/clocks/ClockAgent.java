package io.sternway.systemtests.clocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes the clock of a JVM wrong: what {@link java.time.Clock} and Kafka's clients say is off by so many milliseconds as
 * a file holds, which may change at any time. What lasts is measured by {@link System#nanoTime} and stays right.
 */
public final class ClockAgent {

    /** A system property with the milliseconds: what is inlined into a class of the JDK can see no class of ours. */
    private static final String OFFSET = "sternway.test.clock-offset";

    private static final long LOOK_MILLIS = 50;

    /** Which classes tell the time, by which methods. */
    private static final Map<String, Class<?>> TELLERS = Map.of(
            "java.time.Clock#currentInstant", Instants.class,
            "java.time.Clock$SystemClock#millis", Millis.class,
            "org.apache.kafka.common.utils.SystemTime#milliseconds", Millis.class);

    private ClockAgent() {}

    /**
     * Called by the JVM before the program starts.
     *
     * @param folder has the file, named by the HTTP port of the process
     */
    public static void premain(String folder, Instrumentation instrumentation) {
        Path file = Path.of(folder, System.getProperty("quarkus.http.port"));
        look(file);
        AgentBuilder agent = new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                .ignore(ElementMatchers.none());
        for (Map.Entry<String, Class<?>> teller : TELLERS.entrySet()) {
            String[] name = teller.getKey().split("#", 2);
            agent = agent.type(ElementMatchers.named(name[0]))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(Advice.to(teller.getValue()).on(ElementMatchers.named(name[1]))));
        }
        agent.installOn(instrumentation);
        ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "clock-agent");
            thread.setDaemon(true);
            return thread;
        });
        var unused = looks.scheduleWithFixedDelay(() -> look(file), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void look(Path file) {
        try {
            Duration offset = Files.exists(file) ? Duration.parse(Files.readString(file)) : Duration.ZERO;
            System.setProperty(OFFSET, Long.toString(offset.toMillis()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Inlined at the end of a method that gives an instant. */
    static final class Instants {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Instant now) {
            now = now.plusMillis(Long.getLong(OFFSET, 0));
        }
    }

    /** Inlined at the end of a method that gives milliseconds. */
    static final class Millis {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) long now) {
            now += Long.getLong(OFFSET, 0);
        }
    }
}
