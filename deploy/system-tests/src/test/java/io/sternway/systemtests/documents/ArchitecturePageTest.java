package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} is the map that people come with: the places that it names exist. */
class ArchitecturePageTest {

    private static final String PAGE = ProjectFiles.text("docs/architecture.md");
    private static final String MAP =
            PAGE.substring(PAGE.indexOf("## The walk of one request"), PAGE.indexOf("## Failure"));
    private static final List<Path> SOURCES = ProjectFiles.all().keySet().stream()
            .filter(file ->
                    file.toString().contains("src/main/java") || file.toString().contains("src/test/java"))
            .toList();

    @Test
    void classes_that_it_names_exist() {
        Set<String> existing = SOURCES.stream()
                .map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                .collect(Collectors.toSet());
        assertNamed("`([A-Z]\\w+)`", Set.of(), existing);
    }

    @Test
    void packages_that_it_names_exist() {
        Set<String> existing = SOURCES.stream()
                .filter(file -> file.toString().contains("src/main/java"))
                .flatMap(file -> StreamSupport.stream(file.getParent().spliterator(), false))
                .map(Path::toString)
                .collect(Collectors.toSet());
        assertNamed("`([a-z]+)`", Set.of("now"), existing);
    }

    @Test
    void it_is_short_enough_to_be_read() {
        assertTrue(PAGE.lines().count() <= 130, () -> "it has " + PAGE.lines().count() + " lines");
    }

    private static void assertNamed(String form, Set<String> others, Set<String> existing) {
        Set<String> named = Pattern.compile(form)
                .matcher(MAP)
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertFalse(named.size() < 10, () -> "it names only " + named);
        named.removeAll(existing);
        named.removeAll(others);
        assertEquals("", String.join("\n", named));
    }
}
