package io.sternway.promotion.app;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.runtime.StartupEvent;
import io.sternway.messaging.store.Schema;
import io.sternway.messaging.wiring.EndService;
import io.sternway.messaging.wiring.ServiceStart;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Postgres may go away at any moment of a start. Null-unmarked: what is only started here needs none of its own parts. */
@NullUnmarked
class StartServiceTest {

    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void a_service_whose_database_goes_away_again_while_it_starts_goes_on_when_it_is_back() {
        ServiceStart start = new ServiceStart(steps("away", "still away"), new EndService());
        StartService service = new StartService(
                start,
                reviews(new IllegalStateException("gone in the middle"), new IllegalStateException("too slow")),
                () -> done.add("consumers"),
                new DueWorker(null, null, null, null, null, null) {
                    @Override
                    public void start() {
                        done.add("worker");
                    }
                });
        service.start(new StartupEvent());
        await().atMost(Duration.ofSeconds(60)).until(start::isStarted);
        assertEquals(List.of("reviewed", "consumers", "worker"), done);
    }

    private static Schema steps(String... missing) {
        Queue<String> answers = new ArrayDeque<>(Arrays.asList(missing));
        return () -> Optional.ofNullable(answers.poll());
    }

    private ReviewHeldInventories reviews(RuntimeException... failures) {
        Queue<RuntimeException> thrown = new ArrayDeque<>(Arrays.asList(failures));
        return new ReviewHeldInventories(null, null) {
            @Override
            public void review() {
                RuntimeException next = thrown.poll();
                if (next != null) {
                    throw next;
                }
                done.add("reviewed");
            }
        };
    }
}
