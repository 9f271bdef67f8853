package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.intake.Answer.Refused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a valid document: R2, R4 and R5. That an id was seen before is the inbox' matter (R1). */
public final class Intake {

    private Intake() {}

    /**
     * Accepts or refuses a document.
     *
     * @param state the promotion; absent if there is none of that name
     * @param document what is asked for
     * @param inventory the clusters, to find overlapping stages (R4); absent while it is unknown
     * @param now the database's clock
     */
    public static Answer decide(
            @Nullable Promotion state, Document document, @Nullable Inventory inventory, Instant now) {
        return new Refused(List.of(), List.of());
    }
}
