package io.sternway.sandbox.cluster.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.sandbox.cluster.RequestLog.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

    private static final String CREATED = """
            {"kind":"Event","level":"RequestResponse","stage":"ResponseComplete","requestURI":"/api/v1/namespaces/sternway/configmaps?fieldManager=sternway-0123456789ab","verb":"create","user":{"username":"admin"},"userAgent":"executor/1","objectRef":{"resource":"configmaps","namespace":"sternway"},"responseStatus":{"code":201},"responseObject":{"metadata":{"name":"inventory","resourceVersion":"77","annotations":{"sternway.io/epoch":"5"}}},"requestReceivedTimestamp":"2026-01-01T00:00:00.000002Z"}
            """;
    private static final String TRIED = """
            {"requestURI":"/apis/apps/v1/namespaces/shop/deployments/web?dryRun=All&fieldManager=m","verb":"patch","user":{"username":"admin"},"userAgent":"executor/1","objectRef":{"name":"web"},"responseStatus":{"code":409},"requestReceivedTimestamp":"2026-01-01T00:00:00.000001Z"}
            """;
    private static final String READ = """
            {"requestURI":"/api/v1/pods","verb":"list","requestReceivedTimestamp":"2026-01-01T00:00:00Z"}
            """;

    @TempDir
    Path folder;

    @Test
    void writes_are_told_in_the_order_in_which_they_came_in() throws IOException {
        AuditLog log = log(READ + CREATED + TRIED);

        List<Entry> entries = log.entries();

        assertEquals(
                List.of(
                        new Entry(
                                1,
                                Instant.parse("2026-01-01T00:00:00.000001Z"),
                                "admin",
                                "PATCH",
                                "/apis/apps/v1/namespaces/shop/deployments/web",
                                "dryRun=All&fieldManager=m",
                                "web",
                                "m",
                                "executor/1",
                                "",
                                true,
                                409,
                                ""),
                        new Entry(
                                2,
                                Instant.parse("2026-01-01T00:00:00.000002Z"),
                                "admin",
                                "POST",
                                "/api/v1/namespaces/sternway/configmaps",
                                "fieldManager=sternway-0123456789ab",
                                "inventory",
                                "sternway-0123456789ab",
                                "executor/1",
                                "5",
                                false,
                                201,
                                "77")),
                entries);
    }

    @Test
    void half_a_line_is_passed_over_only_where_its_writer_was_killed() throws IOException {
        AuditLog log = log(TRIED + CREATED.substring(0, 40) + CREATED + TRIED);
        assertThrows(UncheckedIOException.class, log::entries);

        log.cut();

        assertEquals(2, log.entries().size());
    }

    @Test
    void a_cluster_that_keeps_none_has_none() {
        assertEquals(List.of(), new AuditLog(folder.resolve("none")).entries());
    }

    private AuditLog log(String text) throws IOException {
        Path file = folder.resolve("audit.log");
        Files.writeString(file, text);
        return new AuditLog(file);
    }
}
