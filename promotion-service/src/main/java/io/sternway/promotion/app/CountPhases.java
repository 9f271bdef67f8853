package io.sternway.promotion.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Map;
import java.util.TreeMap;

/** Counts promotions by phase, those with no promotion too, so that a series does not vanish when it becomes 0. */
@ApplicationScoped
public class CountPhases {

    private final PromotionReads reads;

    CountPhases(PromotionReads reads) {
        this.reads = reads;
    }

    /** How many promotions are in which phase. */
    @Transactional
    public Map<String, Long> count() {
        Map<String, Long> phases = new TreeMap<>();
        PromotionPhase.words().forEach(phase -> phases.put(phase, 0L));
        phases.putAll(reads.phases());
        return phases;
    }
}
