package io.sternway.sandbox.cluster.controllers;

/** Names that controllers give. */
final class Names {
    /** No vowels, so that no words come about. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private Names() {}

    /** A hash as it ends names of ReplicaSets and revisions. */
    static String suffix(int hash) {
        StringBuilder suffix = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            suffix.append(LETTERS.charAt(digit % LETTERS.length()));
        }
        return suffix.toString();
    }
}
