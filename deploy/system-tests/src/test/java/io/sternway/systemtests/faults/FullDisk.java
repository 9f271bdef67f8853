package io.sternway.systemtests.faults;

import io.sternway.sandbox.stack.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes every write to the services' tables fail as a full disk does (SQLSTATE 53100), while reads go on. */
final class FullDisk {

    /** A table with a row is a full disk; statements look at it by triggers, which were there before. */
    private static final String PREPARE = """
            CREATE TABLE IF NOT EXISTS public.full_disk (since timestamptz);
            CREATE OR REPLACE FUNCTION public.refuse_when_full() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF EXISTS (SELECT FROM public.full_disk) THEN
                RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
              END IF;
              RETURN NULL;
            END $$;
            DO $$ DECLARE found record; BEGIN
              FOR found IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('promotion', 'executor') LOOP
                EXECUTE format('CREATE OR REPLACE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON %I.%I'
                  || ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_when_full()', found.schemaname, found.tablename);
              END LOOP;
            END $$""";

    private final Database database;

    private FullDisk(Database database) {
        this.database = database;
    }

    /** Once the services have made their tables. */
    static FullDisk prepare(Database database) {
        FullDisk disk = new FullDisk(database);
        disk.execute(PREPARE);
        return disk;
    }

    void fill() {
        execute("INSERT INTO public.full_disk VALUES (now())");
    }

    void free() {
        execute("DELETE FROM public.full_disk");
    }

    private void execute(String statement) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), "postgres", "postgres");
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }
}
