package io.sternway.systemtests.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is published and what goes wrong meanwhile: plain data, the same for the same seed.
 *
 * @param seed what it was made of
 * @param replicas of each service, 1 to 3
 * @param plans promotions, all at once
 * @param outages faults, by time
 */
record Schedule(long seed, int replicas, List<PlannedPromotion> plans, List<Outage> outages) {

    /** How many clusters the promotions of a schedule share. */
    static final int CLUSTERS = 6;

    private static final int PROMOTIONS = 8;
    private static final int OUTAGES = 11;
    private static final int LONGEST_STORY = 4;
    private static final List<RevisionKind> KINDS = List.of(RevisionKind.values());
    private static final Duration LENGTH = Duration.ofSeconds(9);
    private static final Duration BREATH = Duration.ofSeconds(1);

    Schedule {
        plans = List.copyOf(plans);
        outages = List.copyOf(outages);
    }

    /** The schedule of a seed. */
    static Schedule of(long seed) {
        Random random = new Random(seed);
        random.nextLong();
        int replicas = replicas(seed);
        List<PlannedPromotion> plans = IntStream.rangeClosed(1, PROMOTIONS)
                .mapToObj(number -> plan(number, random))
                .toList();
        return new Schedule(seed, replicas, plans, outages(new RandomFaults(random, replicas, CLUSTERS), random));
    }

    /** How many replicas of each service the schedule of a seed is played on. */
    static int replicas(long seed) {
        return 1 + (int) Math.floorMod(seed, 3L);
    }

    /** Two promotions of three have a past to go back to; the others are born among faults, and are good. */
    private static PlannedPromotion plan(int number, Random random) {
        boolean settled = random.nextInt(3) > 0;
        int one = 1 + random.nextInt(2);
        int two = 1 + random.nextInt(3);
        int first = random.nextInt(CLUSTERS);
        List<Integer> clusters = IntStream.range(0, one + two)
                .mapToObj(i -> (first + i) % CLUSTERS + 1)
                .toList();
        List<PlannedPromotion.Publication> publications = new ArrayList<>();
        publications.add(
                new PlannedPromotion.Publication(settled ? Duration.ZERO : within(LENGTH, random), RevisionKind.GOOD));
        int length = settled ? 2 + random.nextInt(LONGEST_STORY - 1) : 1 + random.nextInt(2);
        while (publications.size() < length) {
            publications.add(
                    new PlannedPromotion.Publication(within(LENGTH, random), kind(settled, publications, random)));
        }
        List<Duration> times = publications.stream()
                .map(PlannedPromotion.Publication::at)
                .sorted()
                .toList();
        return new PlannedPromotion(
                number,
                settled,
                clusters.subList(0, one),
                clusters.subList(one, one + two),
                PlannedPromotion.AMPLE,
                IntStream.range(0, length)
                        .mapToObj(i -> new PlannedPromotion.Publication(
                                times.get(i), publications.get(i).kind()))
                        .toList());
    }

    /**
     * After a revision that breaks late only good ones come: whether it counts as a revision to go back to would depend on
     * when it was superseded.
     */
    private static RevisionKind kind(boolean settled, List<PlannedPromotion.Publication> before, Random random) {
        boolean brokeLate = before.stream().anyMatch(publication -> publication.kind() == RevisionKind.BREAKS_LATER);
        return settled && !brokeLate ? KINDS.get(random.nextInt(KINDS.size())) : RevisionKind.GOOD;
    }

    private static List<Outage> outages(RandomFaults faults, Random random) {
        List<Outage> outages = new ArrayList<>();
        Map<String, Duration> freeFrom = new HashMap<>();
        for (Duration from : IntStream.range(0, OUTAGES)
                .mapToObj(i -> within(LENGTH, random))
                .sorted()
                .toList()) {
            Outage outage = new Outage(from, within(faults.longest(), random), faults.next());
            String subject = outage.fault().subject();
            if (from.compareTo(freeFrom.getOrDefault(subject, Duration.ZERO)) >= 0) {
                outages.add(outage);
                freeFrom.put(subject, outage.until().plus(BREATH));
            }
        }
        return outages;
    }

    private static Duration within(Duration most, Random random) {
        return Duration.ofMillis(100L * random.nextInt((int) most.toMillis() / 100));
    }

    /** Line by line, for people. */
    String inWords() {
        return Stream.of(
                        Stream.of("seed " + seed + ", replicas " + replicas),
                        plans.stream().map(PlannedPromotion::toString),
                        outages.stream().map(Outage::toString))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n  "));
    }
}
