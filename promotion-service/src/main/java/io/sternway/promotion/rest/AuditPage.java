package io.sternway.promotion.rest;

import io.sternway.events.AuditRecord;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of an audit stream. */
@Schema(description = "A page of an audit stream")
public record AuditPage(
        @Schema(description = "Records in their sequence") List<Item> items,

        @Schema(description = "The cursor of the next page; absent when there are no more now") @Nullable
        String next) {

    public AuditPage {
        items = List.copyOf(items);
    }

    /** A record with what the event's envelope says. */
    @Schema(name = "AuditItem", description = "An audit record with what the event's envelope says")
    public record Item(
            @Schema(description = "The CloudEvents id under which it was published")
            String id,

            @Schema(description = "The CloudEvents type") String type,

            @Schema(description = "Its data, as it was published")
            AuditRecord record) {}
}
