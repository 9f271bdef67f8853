package io.sternway.snapshot;

import java.util.List;

/** Text that neither a database nor UTF-8 can hold: the character U+0000, and half of a surrogate pair. */
public final class UnstorableText {

    private UnstorableText() {}

    /** Adds a fault, without the text itself, if it cannot be stored. */
    public static void check(String text, FieldPath path, List<Fault> faults) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                faults.add(new Fault(path.text(), null, "holds the character U+0000, which cannot be stored"));
                return;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                faults.add(new Fault(path.text(), null, "holds half of a surrogate pair, which is no character"));
                return;
            }
        }
    }

    /** The text with U+FFFD in place of what cannot be stored. */
    static String replaced(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xfffd : c)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
