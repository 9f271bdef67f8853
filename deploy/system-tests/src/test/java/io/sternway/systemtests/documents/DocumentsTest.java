package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.environment.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What texts refer to is in this project: a reader has nothing else. */
class DocumentsTest {

    private static final Pattern DOCUMENT = Pattern.compile("[\\w./-]+\\.md\\b");
    private static final Pattern NUMBERED = Pattern.compile("\\.md,?\\s[\\s*+\"/]*(?:rule|section)s?\\b");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.[A-Z]\\w*)?`");
    private static final Map<Path, String> FILES = ProjectFiles.all();

    @Test
    void every_document_that_is_named_exists() {
        Set<String> existing = FILES.keySet().stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        FILES.forEach((file, text) -> DOCUMENT.matcher(text)
                .results()
                .map(named -> named.group())
                .filter(named -> !existing.contains(named.substring(named.lastIndexOf('/') + 1)))
                .forEach(named -> missing.add(file + ": " + named)));
        assertEquals("", String.join("\n", missing));
    }

    @Test
    void rules_are_cited_by_their_ids() {
        List<String> found = new ArrayList<>();
        FILES.forEach((file, text) ->
                NUMBERED.matcher(text).results().forEach(cited -> found.add(file + ": " + cited.group())));
        assertEquals("", String.join("\n", found));
    }

    @Test
    void links_between_documents_lead_somewhere() {
        List<String> broken = new ArrayList<>();
        FILES.forEach((file, text) -> {
            if (file.toString().endsWith(".md")) {
                Path folder = ProjectFolder.root().resolve(file).getParent();
                LINK.matcher(text)
                        .results()
                        .map(link -> link.group(1))
                        .filter(link -> !Files.exists(folder.resolve(link)))
                        .forEach(link -> broken.add(file + ": " + link));
            }
        });
        assertEquals("", String.join("\n", broken));
    }

    @Test
    void classes_that_recipes_name_exist() {
        Set<String> missing = CLASS.matcher(ProjectFiles.text("CONTRIBUTING.md"))
                .results()
                .map(named -> named.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(missing.size() > 10, () -> "it names only " + missing);
        FILES.keySet()
                .forEach(file -> missing.remove(file.getFileName().toString().replaceFirst("\\.java$", "")));
        assertEquals("", String.join("\n", missing));
    }

    @Test
    void the_readme_is_short_enough_to_be_read() {
        long lines = ProjectFiles.text("README.md").lines().count();
        assertTrue(lines <= 150, () -> "README.md has " + lines + " lines");
    }
}
