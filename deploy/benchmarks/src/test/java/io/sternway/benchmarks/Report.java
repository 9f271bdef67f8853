package io.sternway.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a benchmark found: a table and remarks, as Markdown. */
public final class Report {

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /**
     * A report.
     *
     * @param columns the heads of its table
     */
    public Report(String... columns) {
        rows.add(List.of(columns));
        rows.add(Arrays.stream(columns).map(column -> "---").toList());
    }

    /** Adds a row, and says it; as many cells as there are columns. */
    public Report row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + rows.get(0));
        }
        rows.add(List.of(cells));
        Progress.say("%s", String.join(" | ", cells));
        return this;
    }

    /** Adds a sentence below the table. */
    public Report remark(String sentence) {
        remarks.add(sentence);
        return this;
    }

    /** The whole, ending with a line break. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        rows.forEach(row ->
                text.append("| ").append(String.join(" | ", row)).append(" |").append('\n'));
        if (!remarks.isEmpty()) {
            text.append('\n');
            remarks.forEach(remark -> text.append("- ").append(remark).append('\n'));
        }
        return text.toString();
    }
}
