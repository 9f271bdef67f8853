package io.sternway.snapshot;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path of a field in a document as people write it: {@code spec.stages[0].clusterSelector.matchLabels["a.b/c"]}. Its
 * text is made only when it is asked for, since nearly every path of a document has no fault.
 */
public final class FieldPath {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final FieldPath ROOT = new FieldPath(null, "", -1);

    private final @Nullable FieldPath parent;
    private final String name;
    private final int index;

    private FieldPath(@Nullable FieldPath parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    /** The document itself. */
    public static FieldPath root() {
        return ROOT;
    }

    /** A path that begins with this text instead of a document. */
    public static FieldPath of(String text) {
        return new FieldPath(null, text, -1);
    }

    /** A member of the object at this path. */
    public FieldPath field(String member) {
        return new FieldPath(this, member, -1);
    }

    /** Members below one another: {@code fields("a", "b")} is {@code field("a").field("b")}. */
    public FieldPath fields(String... names) {
        FieldPath path = this;
        for (String member : names) {
            path = path.field(member);
        }
        return path;
    }

    /** An item of the list at this path, counted from 0. */
    public FieldPath index(int item) {
        return new FieldPath(this, "", item);
    }

    /** The path; empty for the document itself. */
    public String text() {
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent == null) {
            text.append(name);
            return;
        }
        parent.append(text);
        if (index >= 0) {
            text.append('[').append(index).append(']');
        } else if (PLAIN.matcher(name).matches()) {
            text.append(text.isEmpty() ? "" : ".").append(name);
        } else {
            text.append("[\"")
                    .append(name.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"]");
        }
    }

    @Override
    public String toString() {
        return text();
    }
}
