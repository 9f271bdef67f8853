package io.sternway.promotion.app;

/** Something failed, in a way that nobody expected, when one promotion was to be decided: it is that one's own failure. */
class UndecidedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String promotion;

    UndecidedException(String promotion, RuntimeException cause) {
        super("promotion " + promotion + " could not be decided", cause);
        this.promotion = promotion;
    }

    /** {@code project/name}. */
    String promotion() {
        return promotion;
    }
}
