package io.sternway.document;

import io.sternway.events.PromotionRef;
import io.sternway.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A valid promotion document with its defaults filled in and its content normalised.
 *
 * @param ref whose document it is
 * @param ifRevision the document holds only if this is the newest revision (0: there is none yet); absent: always
 * @param settings everything but the content
 * @param content the content, common and by stage: what a revision is
 */
public record PromotionDocument(
        PromotionRef ref, @Nullable Long ifRevision, Settings settings, RevisionContent content) {

    /** The apiVersion of a document. */
    public static final String API_VERSION = "sternway.io/v1alpha1";

    /** The kind of a document. */
    public static final String KIND = "Promotion";
}
