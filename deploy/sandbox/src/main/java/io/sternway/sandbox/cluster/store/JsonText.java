package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** The text of an object that begins with apiVersion and kind, made once for all who read it. */
public final class JsonText {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] KIND = ",\"kind\":\"".getBytes(StandardCharsets.UTF_8);

    private final byte[] utf8;

    private JsonText(byte[] utf8) {
        this.utf8 = utf8;
    }

    static JsonText of(ObjectNode object) {
        try {
            return new JsonText(JSON.writeValueAsBytes(object));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    /** Where the text goes on after apiVersion and kind: lists leave these out of their items, versions differ in it. */
    public int afterKind() {
        int comma = indexOf(KIND, 0);
        return indexOf(new byte[] {','}, comma + 1) + 1;
    }

    private int indexOf(byte[] part, int from) {
        for (int i = from; i <= utf8.length - part.length; i++) {
            int k = 0;
            while (k < part.length && utf8[i + k] == part[k]) {
                k++;
            }
            if (k == part.length) {
                return i;
            }
        }
        throw new IllegalStateException("not the text of an object");
    }

    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
