package io.sternway.executor.domain.ledger;

import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param wanted how many replicas the snapshot names; absent where it names none, or the kind has none (H20)
 * @param autoscaled whether an autoscaler decides on replicas (K9); absent: none does
 * @param templateChanged whether this apply changed the Pod template (H15); absent: not known
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false)
public record AppliedObject(
        ObjectName name,
        String resource,
        String uid,
        long generation,
        String resourceVersion,
        @Nullable Progressing progressing,
        @Nullable Integer wanted,
        @Nullable Boolean autoscaled,
        @Nullable Boolean templateChanged) {

    /** The condition of that name. */
    public record Progressing(
            String status,
            @Nullable String reason,
            @Nullable String lastUpdateTime) {}
}
