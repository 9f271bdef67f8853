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
 * @param plays promotions, all at once
 * @param outages faults, by time
 */
record Schedule(long seed, int replicas, List<Play> plays, List<Outage> outages) {

    /** How many clusters the plays of a schedule share. */
    static final int CLUSTERS = 6;

    private static final int PLAYS = 8;
    private static final int OUTAGES = 11;
    private static final int LONGEST_STORY = 4;
    private static final List<Release> RELEASES = List.of(Release.values());
    private static final Duration LENGTH = Duration.ofSeconds(9);
    private static final Duration BREATH = Duration.ofSeconds(1);

    Schedule {
        plays = List.copyOf(plays);
        outages = List.copyOf(outages);
    }

    /** The schedule of a seed. */
    static Schedule of(long seed) {
        Random random = new Random(seed);
        random.nextLong();
        int replicas = replicas(seed);
        List<Play> plays = IntStream.rangeClosed(1, PLAYS)
                .mapToObj(number -> play(number, random))
                .toList();
        return new Schedule(seed, replicas, plays, outages(new RandomFaults(random, replicas, CLUSTERS), random));
    }

    /** How many replicas of each service the schedule of a seed is played on. */
    static int replicas(long seed) {
        return 1 + (int) Math.floorMod(seed, 3L);
    }

    /** Two promotions of three have a past to go back to; the others are born among faults, and are good. */
    private static Play play(int number, Random random) {
        boolean settled = random.nextInt(3) > 0;
        int one = 1 + random.nextInt(2);
        int two = 1 + random.nextInt(3);
        int first = random.nextInt(CLUSTERS);
        List<Integer> clusters = IntStream.range(0, one + two)
                .mapToObj(i -> (first + i) % CLUSTERS + 1)
                .toList();
        List<Play.Publication> publications = new ArrayList<>();
        publications.add(new Play.Publication(settled ? Duration.ZERO : within(LENGTH, random), Release.GOOD));
        int length = settled ? 2 + random.nextInt(LONGEST_STORY - 1) : 1 + random.nextInt(2);
        while (publications.size() < length) {
            publications.add(new Play.Publication(within(LENGTH, random), release(settled, publications, random)));
        }
        List<Duration> times =
                publications.stream().map(Play.Publication::at).sorted().toList();
        return new Play(
                number,
                settled,
                clusters.subList(0, one),
                clusters.subList(one, one + two),
                Play.AMPLE,
                IntStream.range(0, length)
                        .mapToObj(i -> new Play.Publication(
                                times.get(i), publications.get(i).release()))
                        .toList());
    }

    /**
     * After a release that breaks late only good ones come: whether it counts as a revision to go back to would depend on
     * when it was superseded.
     */
    private static Release release(boolean settled, List<Play.Publication> before, Random random) {
        boolean brokeLate = before.stream().anyMatch(publication -> publication.release() == Release.BREAKS_LATER);
        return settled && !brokeLate ? RELEASES.get(random.nextInt(RELEASES.size())) : Release.GOOD;
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
                        plays.stream().map(Play::toString),
                        outages.stream().map(Outage::toString))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n  "));
    }
}
