package io.sternway.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last writes that one cluster was asked for, for tests to read. Thread-safe. */
public final class RequestLog {
    private static final int KEPT = 2_000;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long count;

    /**
     * One write as it was answered.
     *
     * @param number from 1, without gap
     * @param manager field manager
     * @param name the object's, where it was answered with one; else empty
     * @param epoch see {@link RequestLog#epoch}
     * @param status of the answer; 0 when it was lost by a fault
     * @param resourceVersion the object's afterwards; empty when it failed
     */
    public record Entry(
            long number,
            Instant at,
            String user,
            String method,
            String path,
            String query,
            String name,
            String manager,
            String userAgent,
            String epoch,
            boolean dryRun,
            int status,
            String resourceVersion) {}

    /** The value of the object's annotation whose key ends in {@code epoch}; empty for none. */
    public static String epoch(JsonNode object) {
        for (var annotation : object.path("metadata").path("annotations").properties()) {
            if (annotation.getKey().endsWith("epoch")) {
                return annotation.getValue().asText();
            }
        }
        return "";
    }

    public synchronized long nextNumber() {
        return ++count;
    }

    public synchronized void add(Entry entry) {
        entries.addLast(entry);
        if (entries.size() > KEPT) {
            entries.removeFirst();
        }
    }

    /** With numbers above one, oldest first. */
    public synchronized List<Entry> after(long number) {
        return entries.stream().filter(entry -> entry.number() > number).toList();
    }
}
