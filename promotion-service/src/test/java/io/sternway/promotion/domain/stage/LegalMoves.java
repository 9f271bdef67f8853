package io.sternway.promotion.domain.stage;

/** Asks the table of moves for tests of other packages. */
public final class LegalMoves {

    private LegalMoves() {}

    /** Whether some cause leads from one phase to the other. */
    public static boolean lead(StagePhase from, StagePhase to) {
        return Transitions.of(from).containsValue(to);
    }
}
