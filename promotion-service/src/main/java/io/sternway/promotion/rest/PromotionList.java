package io.sternway.promotion.rest;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of promotions. */
@Schema(description = "A page of promotions")
public record PromotionList(
        @Schema(description = "Promotions in the order of project and name")
        List<Item> items,

        @Schema(description = "The cursor of the next page; absent on the last") @Nullable
        String next) {

    public PromotionList {
        items = List.copyOf(items);
    }

    /** A promotion in short. */
    @Schema(name = "PromotionListItem", description = "A promotion in short")
    public record Item(
            @Schema(description = "The project that owns it")
            String project,

            @Schema(description = "Its name") String promotion,

            @Schema(description = "The outcome of the newest run, or while that is in flight the phase of its stage")
            String phase,

            @Schema(description = "Counts the settings from 1")
            long generation,

            @Schema(description = "The highest revision number ever given")
            long newestRevision,

            @Schema(description = "The newest run; absent before the first") @Nullable
            String run,

            @Schema(description = "The revision of the newest run; absent before the first") @Nullable
            Long revision,

            @Schema(description = "When something last changed")
            Instant updatedAt) {}
}
