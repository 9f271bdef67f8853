package io.sternway.promotion.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.messaging.wiring.EndService;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.testing.Running;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DueWorkerIT extends Running {

    @Inject
    DecideDue decideDue;

    @Inject
    ProveCatchUp proveCatchUp;

    @Inject
    ProveCatchUp.Proofs proofs;

    @Inject
    DueTimes dueTimes;

    @Inject
    ForgetOld forgetOld;

    @Inject
    PromotionConfig config;

    private final List<String> ended = new CopyOnWriteArrayList<>();

    private final EndService ending = new EndService() {
        @Override
        public void end(String part, Throwable why) {
            ended.add(part);
        }
    };

    @Test
    @DisplayName("A7 an error in the worker ends the service: without the worker no deadline would act")
    void anErrorInTheWorkerEndsTheService() throws InterruptedException {
        DueTimes broken = new DueTimes() {
            @Override
            public int makeDue(Collection<String> keys) {
                return 0;
            }

            @Override
            public boolean fanOut(int batch) {
                throw new OutOfMemoryError("as if");
            }

            @Override
            public void park(String key, Duration wait) {}

            @Override
            public Optional<Long> earliest() {
                return Optional.empty();
            }
        };
        works(new DueWorker(decideDue, proveCatchUp, broken, forgetOld, config, ending), "due-promotions");
    }

    @Test
    @DisplayName("A8 an error in what proves that everything was read ends the service likewise")
    void anErrorInTheProofEndsTheService() throws InterruptedException {
        CatchUp broken = new CatchUp() {
            @Override
            public void ask(Set<Integer> partitions, Instant at) {}

            @Override
            public boolean isAsked() {
                return true;
            }

            @Override
            public Map<Integer, Instant> proven() {
                throw new NoClassDefFoundError("as if");
            }
        };
        works(
                new DueWorker(decideDue, new ProveCatchUp(broken, proofs), dueTimes, forgetOld, config, ending),
                "catch-up");
    }

    private void works(DueWorker worker, String end) throws InterruptedException {
        worker.start();
        try {
            eventually().untilAsserted(() -> assertEquals(List.of(end), ended));
        } finally {
            worker.stop();
        }
    }
}
