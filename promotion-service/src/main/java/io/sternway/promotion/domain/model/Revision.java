package io.sternway.promotion.domain.model;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A content, immutable; the content itself is the shell's.
 *
 * @param number counts from 1 in its promotion, never given twice
 * @param contentHash SHA-256 of the canonical form of the whole content
 * @param common what a stage without content of its own gets
 * @param byStage what the others get
 * @param createdAt when it was accepted
 * @param quarantine why it may not be brought anywhere; absent if it may (R5)
 */
public record Revision(
        long number,
        String contentHash,
        Snapshot common,
        Map<String, Snapshot> byStage,
        Instant createdAt,
        @Nullable Quarantine quarantine) {

    public Revision {
        byStage = Map.copyOf(byStage);
    }

    /** What a stage gets. */
    public Snapshot snapshot(String stage) {
        return byStage.getOrDefault(stage, common);
    }

    /** Of everything that any stage gets. */
    public Set<String> hashes() {
        return Stream.concat(Stream.of(common), byStage.values().stream())
                .map(Snapshot::hash)
                .collect(Collectors.toSet());
    }

    public Revision quarantined(Quarantine why) {
        return new Revision(number, contentHash, common, byStage, createdAt, why);
    }

    /**
     * Why and since when a revision is quarantined.
     *
     * @param stage where it failed
     * @param run in which run
     * @param at when
     * @param reason CamelCase
     * @param message for people
     */
    public record Quarantine(String stage, long run, Instant at, String reason, String message) {}
}
