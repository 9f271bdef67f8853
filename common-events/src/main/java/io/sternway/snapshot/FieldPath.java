package io.sternway.snapshot;

import java.util.regex.Pattern;

/**
 * The path of a field in a document as people write it: {@code spec.stages[0].clusterSelector.matchLabels["a.b/c"]}.
 *
 * @param text the path; empty for the document itself
 */
public record FieldPath(String text) {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final FieldPath ROOT = new FieldPath("");

    /** The document itself. */
    public static FieldPath root() {
        return ROOT;
    }

    /** A member of the object at this path. */
    public FieldPath field(String name) {
        if (!PLAIN.matcher(name).matches()) {
            return new FieldPath(text + "[\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]");
        }
        return new FieldPath(text.isEmpty() ? name : text + "." + name);
    }

    /** Members below one another: {@code fields("a", "b")} is {@code field("a").field("b")}. */
    public FieldPath fields(String... names) {
        FieldPath path = this;
        for (String name : names) {
            path = path.field(name);
        }
        return path;
    }

    /** An item of the list at this path, counted from 0. */
    public FieldPath index(int index) {
        return new FieldPath(text + "[" + index + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
