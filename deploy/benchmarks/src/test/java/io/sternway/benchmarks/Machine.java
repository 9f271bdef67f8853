package io.sternway.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;

/** Where and when something was measured. */
final class Machine {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private Machine() {}

    /** Date, processors, memory, JDK, and how busy it is now, in one line. */
    static String now() {
        return String.format(
                Locale.ROOT,
                "%s UTC, %d × %s, %s, %s %s, JDK %s; load before the run %s",
                LocalDateTime.now(ZoneOffset.UTC).format(MINUTE),
                Runtime.getRuntime().availableProcessors(),
                line("/proc/cpuinfo", "model name", "processors"),
                memory(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("java.version"),
                load());
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }

    private static String memory() {
        String kilobytes = line("/proc/meminfo", "MemTotal", "").replaceAll("[^0-9]", "");
        return kilobytes.isEmpty() ? "memory unknown" : Long.parseLong(kilobytes) / 1024 / 1024 + " GiB";
    }

    private static String line(String file, String key, String otherwise) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
