package io.sternway.snapshot;

import java.util.Optional;

/** The largest content that is accepted. */
public final class ContentSize {

    /** Bytes of the canonical JSON of all content of a revision: 8 MiB. */
    public static final int LIMIT = 8 * 1024 * 1024;

    private ContentSize() {}

    /**
     * A fault that gives both sizes if the content is too large.
     *
     * @param bytes size as canonical JSON
     * @param path where the content stands
     */
    public static Optional<Fault> check(int bytes, FieldPath path) {
        if (bytes <= LIMIT) {
            return Optional.empty();
        }
        return Optional.of(new Fault(
                path.text(),
                bytes + " bytes",
                "the content is " + bytes + " bytes as canonical JSON; at most " + LIMIT
                        + " bytes (8 MiB) are accepted"));
    }
}
