package io.sternway.systemtests.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every schedule promises to the one who plays it. */
class ScheduleTest {

    private static Stream<Schedule> many() {
        return LongStream.rangeClosed(1, 500).mapToObj(Schedule::of);
    }

    @Test
    void a_seed_always_gives_the_same_schedule_and_another_seed_another() {
        assertEquals(Schedule.of(7), Schedule.of(7));
        assertEquals(500, many().map(Schedule::plans).distinct().count());
    }

    @Test
    void nothing_has_two_faults_at_a_time() {
        many().forEach(schedule -> schedule.outages().stream()
                .collect(Collectors.groupingBy(outage -> outage.fault().subject()))
                .forEach((subject, outages) -> assertFollowEachOther(outages)));
    }

    private static void assertFollowEachOther(List<Outage> outages) {
        for (int i = 1; i < outages.size(); i++) {
            assertTrue(outages.get(i - 1).until().compareTo(outages.get(i).from()) < 0, outages::toString);
        }
    }

    @Test
    void every_kind_of_fault_and_of_revision_occurs() {
        Set<Class<?>> faults = many().flatMap(schedule -> schedule.outages().stream())
                .map(outage -> outage.fault().getClass())
                .collect(Collectors.toSet());
        assertEquals(Set.of(Fault.class.getPermittedSubclasses()), faults);
        Set<RevisionKind> kinds = many().flatMap(schedule -> schedule.plans().stream())
                .flatMap(plan -> plan.publications().stream())
                .map(PlannedPromotion.Publication::kind)
                .collect(Collectors.toSet());
        assertEquals(Set.of(RevisionKind.values()), kinds);
    }

    @Test
    void what_breaks_has_something_to_go_back_to() {
        many().flatMap(schedule -> schedule.plans().stream())
                .filter(plan -> plan.publications().stream().anyMatch(p -> p.kind() != RevisionKind.GOOD))
                .forEach(plan -> {
                    assertTrue(plan.settled(), plan::toString);
                    assertEquals(RevisionKind.GOOD, plan.kind(1), plan::toString);
                });
    }

    @Test
    void the_stages_of_a_promotion_share_no_cluster() {
        many().flatMap(schedule -> schedule.plans().stream()).forEach(plan -> {
            List<Integer> all =
                    Stream.concat(plan.one().stream(), plan.two().stream()).toList();
            assertEquals(Set.copyOf(all).size(), all.size(), plan::toString);
        });
    }
}
