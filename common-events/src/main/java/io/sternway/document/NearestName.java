package io.sternway.document;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant: the known name with the smallest edit distance, if that is small. */
public final class NearestName {

    private NearestName() {}

    /** The nearest of the known names; empty if none is near (more than a third of the letters differ). */
    public static Optional<String> of(String written, Collection<String> known) {
        String lower = written.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(name -> distance(lower, name.toLowerCase(Locale.ROOT))
                        <= Math.max(1, Math.min(3, Math.max(name.length(), lower.length()) / 3)))
                .min(Comparator.<String>comparingInt(name -> distance(lower, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * How many letters must be added, removed, replaced, or exchanged with their neighbour, to make one of the other
     * (optimal string alignment).
     */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                boolean exchanged =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (exchanged) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
