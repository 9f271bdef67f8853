package io.sternway.systemtests.history;

/**
 * A promise that was broken.
 *
 * @param rule the rule's name
 * @param where the promotion, target, cluster or record
 * @param how what is there, and what should be
 */
public record Violation(String rule, String where, String how) {

    @Override
    public String toString() {
        return rule + ": " + where + ": " + how;
    }
}
