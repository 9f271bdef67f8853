package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.content.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * An object as the API server returned it.
 *
 * @param name its name
 * @param resource the plural resource name
 * @param uid its uid
 * @param generation its generation; 0 for kinds without
 * @param resourceVersion its resourceVersion
 * @param progressing a Deployment's Progressing condition as it stood there; absent for others
 */
public record AppliedObject(
        ObjectName name,
        String resource,
        String uid,
        long generation,
        String resourceVersion,
        @Nullable Progressing progressing) {

    /** The condition of that name. */
    public record Progressing(
            String status,
            @Nullable String reason,
            @Nullable String lastUpdateTime) {}
}
