package io.sternway.sandbox.story;

import io.sternway.events.AuditRecord;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Tells what happens, line by line: seconds since the beginning, where, and a sentence. */
final class Narrator {

    private final PrintStream out;
    private final Instant beginning = Instant.now();

    Narrator(PrintStream out) {
        this.out = out;
    }

    /** A heading of the story. */
    synchronized void chapter(String title) {
        out.println();
        out.println(title);
    }

    /** Something that the demonstration itself did. */
    void does(String sentence) {
        line("", sentence);
    }

    /** What an audit event says. */
    void tells(AuditTrail.Entry entry) {
        AuditRecord record = entry.record();
        String stage = record.stage() == null ? "" : record.stage();
        String where = record.cluster() == null ? stage : stage + "/" + record.cluster();
        line(where, record.message());
    }

    synchronized void plain(String line) {
        out.println(line);
    }

    private synchronized void line(String where, String sentence) {
        double seconds = Duration.between(beginning, Instant.now()).toMillis() / 1000.0;
        out.printf(Locale.ROOT, "%7.1f s  %-22s %s%n", seconds, where, sentence);
    }
}
