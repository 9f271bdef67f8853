package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.store.Selectable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code labelSelector} and {@code fieldSelector} of lists and watches. */
final class Selector {
    private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\(([^()]*)\\)");
    private static final Pattern EQUALS = Pattern.compile("([^\\s=!]+)\\s*(==|=|!=)\\s*([^\\s=!]*)");
    private static final Pattern EXISTS = Pattern.compile("(!?)\\s*([^\\s=!<>,()]+)");

    private Selector() {}

    /** @throws io.sternway.sandbox.cluster.store.ApiFailure 400 when it cannot be read */
    static Predicate<Selectable> labels(String text) {
        List<Predicate<Map<String, String>>> all = new ArrayList<>();
        for (String part : split(text)) {
            if (!part.isBlank()) {
                all.add(requirement(part.trim()));
            }
        }
        return object -> all.stream().allMatch(one -> one.test(object.labels()));
    }

    /** @param known fields of the kind */
    static Predicate<Selectable> fields(String text, Set<String> known) {
        List<Predicate<Map<String, String>>> all = new ArrayList<>();
        for (String part : split(text)) {
            Matcher matcher = EQUALS.matcher(part.trim());
            if (part.isBlank()) {
                continue;
            }
            if (!matcher.matches()) {
                throw Failures.badRequest("invalid selector: '" + text + "'; can't understand '" + part + "'");
            }
            if (!known.contains(matcher.group(1))) {
                throw Failures.badRequest("\"" + matcher.group(1) + "\" is not a known field selector: only "
                        + new TreeSet<>(known)
                                .stream().map(f -> "\"" + f + "\"").collect(Collectors.joining(", ")));
            }
            all.add(equality(matcher));
        }
        return object -> all.stream().allMatch(one -> one.test(object.fields()));
    }

    private static Predicate<Map<String, String>> requirement(String part) {
        Matcher set = SET.matcher(part);
        if (set.matches()) {
            String key = set.group(1);
            Set<String> values = Arrays.stream(set.group(3).split(",", -1))
                    .map(String::trim)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            return set.group(2).equals("in")
                    ? labels -> labels.containsKey(key) && values.contains(labels.get(key))
                    : labels -> !labels.containsKey(key) || !values.contains(labels.get(key));
        }
        Matcher equals = EQUALS.matcher(part);
        if (equals.matches()) {
            return equality(equals);
        }
        Matcher exists = EXISTS.matcher(part);
        if (exists.matches()) {
            String key = exists.group(2);
            return exists.group(1).isEmpty() ? labels -> labels.containsKey(key) : labels -> !labels.containsKey(key);
        }
        throw Failures.badRequest("unable to parse requirement: found '" + part
                + "', expected: identifier, '!', 'in', 'notin', '=', '==' or '!='");
    }

    private static Predicate<Map<String, String>> equality(Matcher matcher) {
        String key = matcher.group(1);
        String value = matcher.group(3);
        return matcher.group(2).equals("!=")
                ? values -> !value.equals(values.get(key))
                : values -> value.equals(values.get(key));
    }

    /** At commas outside of parentheses. */
    private static List<String> split(String text) {
        List<String> out = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                out.add(text.substring(start, i));
                start = i + 1;
            }
        }
        if (depth != 0) {
            throw Failures.badRequest("unable to parse requirement: found '', expected: ',', ')' or identifier");
        }
        out.add(text.substring(start));
        return out;
    }
}
