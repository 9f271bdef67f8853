package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} is the map that people come with: the places that it names exist. */
class ArchitecturePageTest {

    private static final String PAGE = ProjectFiles.text("docs/architecture.md");
    private static final String MAP =
            PAGE.substring(PAGE.indexOf("## The walk of one request"), PAGE.indexOf("## Failure"));
    private static final Pattern STEP = Pattern.compile("(?m)^\\| (\\d+) .* \\| (.+) \\| (.+) \\|$");
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");
    private static final Pattern PLACE = Pattern.compile("(`?)([a-z-]+)`?");
    private static final List<Path> SOURCES = ProjectFiles.all().keySet().stream()
            .filter(file ->
                    file.toString().contains("src/main/java") || file.toString().contains("src/test/java"))
            .toList();

    @Test
    void classes_that_it_names_exist() {
        Set<String> existing = SOURCES.stream()
                .map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                .collect(Collectors.toSet());
        assertNamed(CLASS, Set.of(), existing);
    }

    @Test
    void classes_of_a_step_are_where_it_says() {
        List<String> wrong = new ArrayList<>();
        String service = "";
        int steps = 0;
        for (MatchResult step : STEP.matcher(MAP).results().toList()) {
            steps++;
            Set<String> empty = new TreeSet<>();
            for (MatchResult place : PLACE.matcher(step.group(2)).results().toList()) {
                boolean module = place.group(1).isEmpty();
                if (module && !place.group(2).startsWith("common-")) {
                    service = place.group(2);
                } else {
                    empty.add(
                            module ? place.group(2) + "/src/main/" : service + "/src/main/.*/" + place.group(2) + "/");
                }
            }
            Set<String> places = Set.copyOf(empty);
            for (MatchResult named : CLASS.matcher(step.group(3)).results().toList()) {
                List<String> found = places.stream()
                        .filter(place -> isThere(place, named.group(1)))
                        .toList();
                if (found.isEmpty()) {
                    wrong.add(step.group(1) + ": " + named.group(1) + " is in none of " + places);
                }
                empty.removeAll(found);
            }
            for (String place : empty) {
                wrong.add(step.group(1) + ": no class that it names is in " + place);
            }
        }
        assertTrue(steps >= 12, "it has only " + steps + " steps");
        assertEquals("", String.join("\n", wrong));
    }

    private static boolean isThere(String place, String name) {
        Pattern file = Pattern.compile(place + "(.*/)?" + name + "\\.java");
        return SOURCES.stream()
                .anyMatch(source -> file.matcher(source.toString()).matches());
    }

    @Test
    void packages_that_it_names_exist() {
        Set<String> existing = SOURCES.stream()
                .filter(file -> file.toString().contains("src/main/java"))
                .flatMap(file -> StreamSupport.stream(file.getParent().spliterator(), false))
                .map(Path::toString)
                .collect(Collectors.toSet());
        assertNamed(Pattern.compile("`([a-z]+)`"), Set.of("now"), existing);
    }

    @Test
    void it_is_short_enough_to_be_read() {
        assertTrue(PAGE.lines().count() <= 130, () -> "it has " + PAGE.lines().count() + " lines");
    }

    private static void assertNamed(Pattern form, Set<String> others, Set<String> existing) {
        Set<String> named =
                form.matcher(MAP).results().map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
        assertFalse(named.size() < 10, () -> "it names only " + named);
        named.removeAll(existing);
        named.removeAll(others);
        assertEquals("", String.join("\n", named));
    }
}
