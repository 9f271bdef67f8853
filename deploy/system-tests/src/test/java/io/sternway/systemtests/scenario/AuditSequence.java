package io.sternway.systemtests.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The promise of the audit stream: after de-duplication by id without gap or double. */
public final class AuditSequence {

    private AuditSequence() {}

    public static void assertGapless(Scenario scenario) {
        Map<String, Long> byId = new LinkedHashMap<>();
        scenario.audit().forEach(audit -> byId.put(audit.id(), audit.record().sequence()));
        List<Long> sequences = byId.values().stream().sorted().toList();
        List<Long> expected =
                LongStream.rangeClosed(1, sequences.size()).boxed().toList();
        assertEquals(expected, sequences, scenario::inShort);
    }
}
