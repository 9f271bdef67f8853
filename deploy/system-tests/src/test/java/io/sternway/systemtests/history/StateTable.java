package io.sternway.systemtests.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The legal moves of stages and runs, read from docs/state-machine.md, which promotion-service's tests compare with its
 * table.
 */
public final class StateTable {

    private static final Pattern DIAGRAM = Pattern.compile("```mermaid\n(.*?)```", Pattern.DOTALL);
    private static final Pattern MOVE = Pattern.compile("^ +(\\w+) --> (\\w+)(?:: (\\w+))?$", Pattern.MULTILINE);
    private static final Pattern CAUSE =
            Pattern.compile("^\\| `(\\w+)` \\| [^|]+ \\| `(\\w+)` \\|$", Pattern.MULTILINE);

    private final Set<Move> stageMoves = new HashSet<>();
    private final Set<Move> runMoves = new HashSet<>();

    /**
     * A move.
     *
     * @param from the state before
     * @param to the state after
     * @param audit the audit fact that records it; for runs {@code Run<to>}
     */
    private record Move(String from, String to, String audit) {}

    private StateTable() {}

    /**
     * Reads the document.
     *
     * @throws IllegalArgumentException if it does not have both diagrams and the table of causes
     */
    public static StateTable of(String document) {
        Map<String, String> auditOf = new HashMap<>();
        for (Matcher cause = CAUSE.matcher(document); cause.find(); ) {
            auditOf.put(cause.group(1), cause.group(2));
        }
        List<String> diagrams = new ArrayList<>();
        for (Matcher diagram = DIAGRAM.matcher(document); diagram.find(); ) {
            diagrams.add(diagram.group(1));
        }
        if (diagrams.size() != 2 || auditOf.isEmpty()) {
            throw new IllegalArgumentException("not the state machine's document: " + diagrams.size() + " diagrams, "
                    + auditOf.size() + " causes");
        }
        StateTable table = new StateTable();
        for (Matcher move = MOVE.matcher(diagrams.get(0)); move.find(); ) {
            String audit = auditOf.get(move.group(3));
            if (audit == null) {
                throw new IllegalArgumentException("no audit record for " + move.group());
            }
            table.stageMoves.add(new Move(move.group(1), move.group(2), audit));
        }
        for (Matcher move = MOVE.matcher(diagrams.get(1)); move.find(); ) {
            table.runMoves.add(new Move(move.group(1), move.group(2), "Run" + move.group(2)));
        }
        return table;
    }

    /** Whether a stage may move so, and this fact records it. */
    public boolean stageMay(String from, String to, String fact) {
        return stageMoves.contains(new Move(from, to, fact));
    }

    /** Whether a fact records moves of stages. */
    public boolean isStageFact(String fact) {
        return stageMoves.stream().anyMatch(move -> move.audit().equals(fact));
    }

    /** Whether a run's outcome may change so, and this fact records it. */
    public boolean runMay(String from, String to, String fact) {
        return runMoves.contains(new Move(from, to, fact));
    }

    /** Whether a fact records the outcome of a run. */
    public boolean isOutcome(String fact) {
        return runMoves.stream().anyMatch(move -> move.audit().equals(fact));
    }
}
