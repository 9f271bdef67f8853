package io.sternway.events;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Ids of events that are made from what the event says, so that a repetition is recognised by its id. */
public final class EventIds {

    private EventIds() {}

    /**
     * The same parts always give the same id: 32 hexadecimal digits of their SHA-256.
     *
     * @param parts what identifies the event; a part's boundary counts, so ("a", "bc") and ("ab", "c") differ
     */
    public static String of(Object... parts) {
        MessageDigest digest = Sha256.digest();
        for (Object part : parts) {
            byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }
}
