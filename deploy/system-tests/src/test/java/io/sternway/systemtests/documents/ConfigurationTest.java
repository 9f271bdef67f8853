package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import io.sternway.systemtests.architecture.ProjectClasses;
import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} names every key with its type and default, and no other. */
class ConfigurationTest {

    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|");

    @Test
    void the_tables_name_every_key_with_its_type_and_default() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(ProjectFolder.root().resolve("docs/configuration.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                documented.add(String.join(" | ", row.group(1), row.group(2), row.group(3)));
                assertFalse(row.group(4).isBlank(), () -> "no meaning: " + line);
            }
        }
        Set<String> existing = new TreeSet<>();
        for (JavaClass mapping : ProjectClasses.main()) {
            if (mapping.isAnnotatedWith("io.smallrye.config.ConfigMapping")) {
                String prefix = (String) mapping.getAnnotationOfType("io.smallrye.config.ConfigMapping")
                        .get("prefix")
                        .orElseThrow();
                collect(prefix, mapping, existing);
            }
        }
        assertFalse(existing.isEmpty());
        assertEquals(String.join("\n", existing), String.join("\n", documented));
    }

    private static void collect(String prefix, JavaClass group, Set<String> into) {
        for (JavaMethod method : group.getMethods()) {
            String key = prefix + "." + kebab(method.getName());
            JavaClass type = method.getRawReturnType();
            if (type.isInterface() && type.getPackageName().startsWith("io.sternway")) {
                collect(key, type, into);
            } else {
                into.add(String.join(" | ", key, type(method), byDefault(method)));
            }
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String type(JavaMethod method) {
        return method.getReturnType().getName().replaceAll("[a-z0-9_]+\\.", "");
    }

    private static String byDefault(JavaMethod method) {
        if (!method.isAnnotatedWith("io.smallrye.config.WithDefault")) {
            return method.getRawReturnType().getName().equals("java.util.Optional") ? "none" : "required";
        }
        return "`"
                + method.getAnnotationOfType("io.smallrye.config.WithDefault")
                        .get("value")
                        .orElseThrow() + "`";
    }
}
