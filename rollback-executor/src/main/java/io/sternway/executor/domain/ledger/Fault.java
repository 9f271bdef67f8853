package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.content.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What stands against one object.
 *
 * @param object the object
 * @param reason CamelCase: the API server's or ours
 * @param message the API server's words; never Secret data
 * @param field the field, where known
 * @param manager who owns it, for a conflict
 * @param evidence whether it speaks against the revision (R5)
 */
public record Fault(
        ObjectName object,
        String reason,
        String message,
        @Nullable String field,
        @Nullable String manager,
        boolean evidence) {}
