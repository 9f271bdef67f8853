package io.sternway.benchmarks;

/** Something that is measured beside its bare counterpart. */
@FunctionalInterface
public interface Benchmark {

    /** Measures, and says on {@code System.out} how far it is. */
    Report measure(Sizes sizes) throws Exception;
}
