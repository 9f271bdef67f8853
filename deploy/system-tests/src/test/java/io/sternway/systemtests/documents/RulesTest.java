package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/rules.md} is where rules have their home: what is cited stands there, and tests show what stands there. */
class RulesTest {

    private static final String ID = "[AHIKNRX](?:0|[1-9][0-9]?)";
    private static final Pattern RULE = Pattern.compile("(?m)^### <a id=\"([a-z0-9]+)\"></a>(" + ID + ") \\S.*$");
    private static final Pattern CITED = Pattern.compile("(?<![\\w.-])" + ID + "(?![\\w-])");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(" + ID + ")\"\\)");
    private static final Pattern NAME = Pattern.compile("@DisplayName\\(\\s*\"((?:" + ID + "[,:]? )+)");
    private static final Pattern HOME = Pattern.compile("(?s)\\*In:\\*(.*?)(?:\\n\\n|\\z)");

    /** A class, and its module where more than one module has one of that name. */
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`(?:\\s\\(([a-z-]+)\\))?");

    /** Not of deploy: what a rule says is decided in services, and in what they have in common. */
    private static final Pattern SOURCE = Pattern.compile("([a-z-]+)/src/main/java/.*/(\\w+)\\.java");

    /** Numbers of cases, of rows in tables, of issues and their scenarios: the rule says what they taught. */
    private static final Pattern CASE =
            Pattern.compile("\\b(?:[CDOST]-\\d\\d|E(?:1[01]|[1-9])|[Ii]ssue \\d+|[Ss]cenarios? \\d+)\\b");

    private static final Map<Path, String> FILES = ProjectFiles.all();
    private static final String RULES = ProjectFiles.text("docs/rules.md");

    @Test
    void each_rule_has_its_number_once_and_an_anchor_of_that_name() {
        List<String> ids = new ArrayList<>();
        RULE.matcher(RULES).results().forEach(rule -> {
            assertEquals(rule.group(2).toLowerCase(Locale.ROOT), rule.group(1));
            ids.add(rule.group(2));
        });
        assertFalse(ids.isEmpty());
        assertEquals(new TreeSet<>(ids).size(), ids.size(), () -> "twice in " + ids);
        assertEquals(ids.size(), RULES.lines().filter(l -> l.startsWith("### ")).count(), "headings of another form");
    }

    @Test
    void every_rule_that_is_cited_is_in_the_document() {
        Set<String> known = rules();
        Map<String, Set<String>> unknown = new TreeMap<>();
        FILES.forEach((file, text) -> CITED.matcher(text)
                .results()
                .map(cited -> cited.group())
                .filter(id -> !known.contains(id))
                .forEach(id -> unknown.computeIfAbsent(id, i -> new TreeSet<>()).add(file.toString())));
        assertEquals("", lines(unknown.entrySet()));
    }

    @Test
    void every_rule_is_cited_by_a_test() {
        Set<String> shown = new TreeSet<>();
        FILES.forEach((file, text) -> {
            if (file.toString().endsWith(".java")) {
                TAG.matcher(text).results().forEach(tag -> shown.add(tag.group(1)));
                NAME.matcher(text)
                        .results()
                        .forEach(name ->
                                shown.addAll(List.of(name.group(1).trim().split("[,: ]+"))));
            }
        });
        Set<String> alone = rules();
        alone.removeAll(shown);
        assertEquals("", lines(alone), "no test has them at the start of its @DisplayName or as its @Tag");
    }

    @Test
    void classes_that_rules_name_are_where_they_say() {
        Map<String, Set<String>> modules = new TreeMap<>();
        FILES.keySet().stream()
                .map(file -> SOURCE.matcher(file.toString()))
                .filter(Matcher::matches)
                .forEach(source -> modules.computeIfAbsent(source.group(2), name -> new TreeSet<>())
                        .add(source.group(1)));
        Set<String> wrong = new TreeSet<>();
        HOME.matcher(RULES)
                .results()
                .flatMap(home -> CLASS.matcher(home.group(1)).results())
                .forEach(named -> {
                    Set<String> there = modules.getOrDefault(named.group(1), Set.of());
                    String module = named.group(2);
                    if (module == null ? there.size() != 1 : !there.contains(module)) {
                        wrong.add(named.group().replaceAll("\\s", " ") + ": the modules that have it are " + there);
                    }
                });
        assertEquals("", lines(wrong), "where several have it, the rule says which is meant: `Name` (module)");
    }

    @Test
    void nothing_cites_cases_that_nobody_has() {
        List<String> found = new ArrayList<>();
        FILES.forEach((file, text) -> {
            Matcher cited = CASE.matcher(text);
            while (cited.find()) {
                found.add(file + ": " + cited.group());
            }
        });
        assertEquals("", lines(found));
    }

    private static String lines(Collection<?> found) {
        return found.stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    private static Set<String> rules() {
        return RULE.matcher(RULES).results().map(rule -> rule.group(2)).collect(Collectors.toCollection(TreeSet::new));
    }
}
