package io.sternway.systemtests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/upgrades.md: replicas of two versions share a schema, so a migration only expands it. */
class MigrationsTest {

    /** Each first migration makes a schema that nobody uses yet; one that contracts says so by its name. */
    private static final Pattern FREE = Pattern.compile("V(0_1|1)__.*|V[0-9_]+__contract_.*");

    private static final Pattern HARMLESS =
            Pattern.compile("(create (table|sequence|index)|comment on|insert into|update) (?!concurrently).*");

    private static final Pattern ALTER_TABLE = Pattern.compile("alter table (if exists )?\\S+ (?<changes>.*)");
    private static final Pattern ADD_COLUMN = Pattern.compile("add column (?!.*\\b(unique|references|check)\\b).*");

    @Test
    @DisplayName("Every migration only expands, so that replicas of the version before go on beside it")
    void everyMigrationOnlyExpands() throws IOException {
        Map<Path, List<String>> faults = new TreeMap<>();
        int files = 0;
        for (Path file : migrations()) {
            files++;
            if (!FREE.matcher(file.getFileName().toString()).matches()) {
                List<String> wrong = contracting(Files.readString(file));
                if (!wrong.isEmpty()) {
                    faults.put(file, wrong);
                }
            }
        }
        assertEquals(Map.of(), faults);
        assertFalse(files < 3, "promotion-service, rollback-executor and common-messaging have migrations");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "drop table target",
                "alter table target drop column state",
                "alter table target rename column state to whole",
                "ALTER TABLE target RENAME TO targets",
                "alter table target alter column epoch type int",
                "alter table target alter column reason set not null",
                "alter table target add column kind text not null",
                "alter table target add column kind text, add column other text not null",
                "alter table target add column a text default 'x', add column b text not null",
                "alter table target add constraint c check (epoch > 0)",
                "alter table target add column other text unique",
                "create unique index target_cluster on target (cluster)",
                "create index concurrently target_cluster on target (cluster)",
                "create table kept (id int); truncate target",
                "delete from target"
            })
    void whatContractsIsFound(String sql) {
        assertEquals(1, contracting(sql).size(), sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create table newer (id bigint primary key, name text not null)",
                "alter table target add column kind text",
                "ALTER TABLE target\n ADD COLUMN kind text NOT NULL DEFAULT 'a', -- drop\n ADD COLUMN other int",
                "create index target_cluster on target (cluster)",
                "alter table target set (fillfactor = 50)",
                "update target set kind = 'a' where kind is null"
            })
    void whatExpandsIsAllowed(String sql) {
        assertEquals(List.of(), contracting(sql));
    }

    private static List<String> contracting(String sql) {
        String plain = sql.replaceAll("--.*", "").replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        return Stream.of(plain.split(";", -1))
                .map(String::trim)
                .filter(statement -> !statement.isEmpty() && !expands(statement))
                .toList();
    }

    private static boolean expands(String statement) {
        Matcher alter = ALTER_TABLE.matcher(statement);
        if (!alter.matches()) {
            return HARMLESS.matcher(statement).matches();
        }
        String changes = alter.group("changes");
        return changes.startsWith("set (")
                || Stream.of(changes.split(", (?=add |alter |drop |rename )", -1))
                        .allMatch(change -> ADD_COLUMN.matcher(change).matches()
                                && (!change.contains("not null") || change.contains(" default ")));
    }

    private static List<Path> migrations() throws IOException {
        try (Stream<Path> files = Files.walk(ProjectFolder.root())) {
            return files.filter(file -> file.getFileName().toString().matches("V[0-9_]+__.*\\.sql"))
                    .filter(file -> file.toString().contains("src/main/resources"))
                    .toList();
        }
    }
}
