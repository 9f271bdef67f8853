package io.sternway.benchmarks;

/**
 * How much is measured.
 *
 * @param samples of each reaction (B1), and starts of each service (B5), a fortieth of it
 * @param promotions at once (B2)
 * @param clusters of the fleet (B3, B4)
 * @param applications on each cluster (B3)
 * @param seconds that a steady state is watched for (B3)
 */
public record Sizes(int samples, int promotions, int clusters, int applications, int seconds) {

    /** As docs/benchmarks.md reports. */
    static Sizes full() {
        return new Sizes(200, 2000, 500, 50, 180);
    }

    /** To see that the benchmarks work. */
    static Sizes small() {
        return new Sizes(10, 50, 20, 5, 30);
    }
}
