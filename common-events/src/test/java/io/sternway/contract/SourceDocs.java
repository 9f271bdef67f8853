package io.sternway.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Javadoc of event records and enums, read from their source: the one place where a property is described. */
final class SourceDocs {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern COMMENTED =
            Pattern.compile("/\\*\\*(?<doc>(?:[^*]|\\*(?!/))*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?<code>[^\\n]*)");
    private static final Pattern PARAM = Pattern.compile("@param\\s+(\\w+)\\s+((?:(?!@param|@return|@throws).)*)");

    private SourceDocs() {}

    /** The summary of a record or enum. */
    static String summary(Class<?> type) {
        String declaration = (type.isEnum() ? "enum " : "record ") + type.getSimpleName();
        return docs(type).entrySet().stream()
                .filter(entry -> entry.getKey().matches(".*\\b" + declaration + "\\b.*"))
                .map(entry -> entry.getValue().replaceFirst("\\s*@param.*", ""))
                .findFirst()
                .orElse("");
    }

    /** The description of a record's component. */
    static String component(Class<?> type, String component) {
        String declaration = "record " + type.getSimpleName();
        return docs(type).entrySet().stream()
                .filter(entry -> entry.getKey().matches(".*\\b" + declaration + "\\b.*"))
                .map(entry -> params(entry.getValue()).getOrDefault(component, ""))
                .findFirst()
                .orElse("");
    }

    /** The description of an enum's constant, or of a constant in a class; empty if it has none. */
    static String constant(Class<?> type, String constant) {
        return docs(type).entrySet().stream()
                .filter(entry -> entry.getKey().matches("(public static final \\w+ )?" + constant + "\\b.*"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    /** The headings ({@code // heading}) of an enum's constants. */
    static Map<String, String> headings(Class<?> type) {
        Map<String, String> headings = new LinkedHashMap<>();
        String heading = "";
        for (String line : source(type).lines().map(String::strip).toList()) {
            if (line.startsWith("// ") && !line.endsWith(".")) {
                heading = line.substring(3);
            } else if (line.matches("[A-Z]\\w*,?;?")) {
                headings.put(line.replaceAll("[,;]", ""), heading);
            }
        }
        return headings;
    }

    private static Map<String, String> params(String doc) {
        Map<String, String> params = new LinkedHashMap<>();
        for (Matcher matcher = PARAM.matcher(doc); matcher.find(); ) {
            params.put(matcher.group(1), matcher.group(2).strip());
        }
        return params;
    }

    /** Doc comments by the line of code that follows. */
    private static Map<String, String> docs(Class<?> type) {
        Map<String, String> docs = new LinkedHashMap<>();
        for (Matcher matcher = COMMENTED.matcher(source(type)); matcher.find(); ) {
            docs.put(matcher.group("code").strip(), plain(matcher.group("doc")));
        }
        return docs;
    }

    private static String plain(String doc) {
        return doc.replaceAll("(?m)^\\s*\\*", " ")
                .replaceAll("\\{@(?:code|literal) ([^}]*)}", "$1")
                .replaceAll("\\{@link (?:[\\w.]*#)?([\\w.]+)[^}]*}", "$1")
                .replaceAll("<[^>]+>", "")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String source(Class<?> type) {
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        try {
            return Files.readString(SOURCES.resolve(outermost.getName().replace('.', '/') + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
