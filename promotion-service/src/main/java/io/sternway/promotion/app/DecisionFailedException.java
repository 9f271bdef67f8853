package io.sternway.promotion.app;

/** The domain threw: a bug, and of this promotion only. Nothing was stored or published for it. */
public class DecisionFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DecisionFailedException(String promotion, RuntimeException cause) {
        super("the decision about " + promotion + " failed", cause);
    }
}
