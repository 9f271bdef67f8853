package io.sternway.benchmarks.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What processes have used since they were started.
 *
 * @param processor their time on processors, together
 * @param residentMegabytes their resident memory now, together, in MiB
 */
record Usage(Duration processor, long residentMegabytes) {

    private static final long NANOS_OF_TICK = 10_000_000;
    private static final int USER_TICKS = 11;

    /** Of a process, or of several together; those that are gone count nothing. Linux only. */
    static Usage of(List<Long> pids) {
        Duration processor = Duration.ZERO;
        long resident = 0;
        for (long pid : pids) {
            try {
                Path folder = Path.of("/proc", Long.toString(pid));
                String stat = Files.readString(folder.resolve("stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
                processor = processor.plusNanos(ticks * NANOS_OF_TICK);
                resident += Files.readAllLines(folder.resolve("status")).stream()
                                .filter(line -> line.startsWith("VmRSS:"))
                                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                                .sum()
                        / 1024;
            } catch (IOException e) {
                // It has ended meanwhile.
            }
        }
        return new Usage(processor, resident);
    }
}
