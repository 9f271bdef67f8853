package io.sternway.promotion.domain.rules.stage;

import static io.sternway.promotion.domain.model.RunOutcome.Halted;
import static io.sternway.promotion.domain.model.RunOutcome.PartiallyRolledBack;
import static io.sternway.promotion.domain.model.RunOutcome.RollbackFailed;
import static io.sternway.promotion.domain.model.RunOutcome.RolledBack;
import static io.sternway.promotion.domain.model.RunOutcome.Succeeded;

import io.sternway.promotion.domain.model.RunOutcome;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every legal change of a run's outcome: one, or Succeeded and then one more (R22). */
public final class RunTransitions {

    private static final Set<RunOutcome> FROM_FLIGHT = EnumSet.allOf(RunOutcome.class);
    private static final Set<RunOutcome> FROM_SUCCEEDED =
            EnumSet.of(Halted, RolledBack, PartiallyRolledBack, RollbackFailed);

    private RunTransitions() {}

    /** Outcomes that may follow; from absent: in flight. */
    public static Set<RunOutcome> of(@Nullable RunOutcome from) {
        if (from == null) {
            return FROM_FLIGHT;
        }
        return from == Succeeded ? FROM_SUCCEEDED : Set.of();
    }

    /** As a Mermaid state diagram. */
    public static String mermaid() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n    [*] --> InFlight\n");
        of(null).forEach(to -> text.append("    InFlight --> ").append(to).append('\n'));
        of(Succeeded).forEach(to -> text.append("    Succeeded --> ").append(to).append('\n'));
        return text.toString();
    }
}
