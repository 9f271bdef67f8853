package io.sternway.systemtests.faults;

import io.sternway.systemtests.scenario.Audit;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** What a performance at rest must look like, whatever went wrong meanwhile. */
final class Judgement {

    private final Performance performance;
    private final Play play;
    private final List<Audit> audit;
    private final List<String> faults = new ArrayList<>();

    private Judgement(Performance performance) {
        this.performance = performance;
        this.play = performance.play();
        Map<String, Audit> byId = new HashMap<>();
        performance.scenario().audit().forEach(seen -> byId.putIfAbsent(seen.id(), seen));
        this.audit = byId.values().stream()
                .sorted((a, b) -> Long.compare(a.record().sequence(), b.record().sequence()))
                .toList();
    }

    /** What is wrong, a sentence for each fault; empty when all is well. */
    static List<String> of(Performance performance) {
        Judgement judgement = new Judgement(performance);
        judgement.sequence();
        judgement.rollbacks();
        for (int revision = 1; revision <= performance.play().newest(); revision++) {
            judgement.run(revision);
        }
        judgement.clusters();
        return judgement.faults;
    }

    private void sequence() {
        List<Long> sequences =
                audit.stream().map(seen -> seen.record().sequence()).toList();
        if (!sequences.equals(IntStream.rangeClosed(1, sequences.size())
                .mapToObj(i -> (long) i)
                .toList())) {
            faults.add("the audit's sequence has gaps or doubles: " + sequences);
        }
    }

    private void rollbacks() {
        long failed = count(AuditType.StageFailed);
        expect(
                count(AuditType.RollbackBegan) == failed && count(AuditType.RollbackEnded) == failed,
                "not each of the " + failed + " failed stages was rolled back once");
    }

    /** Each transition once; only what breaks fails. */
    private void run(int revision) {
        require(count(AuditType.RunStarted, revision) == 1, revision, "its run started once");
        long succeeded = count(AuditType.RunSucceeded, revision);
        long otherwise = count(AuditType.RunRolledBack, revision)
                + count(AuditType.RunPartiallyRolledBack, revision)
                + count(AuditType.RunRollbackFailed, revision)
                + count(AuditType.RunHalted, revision)
                + count(AuditType.RunSuperseded, revision);
        require(
                succeeded <= 1 && otherwise <= 1 && succeeded + otherwise >= 1,
                revision,
                "its run ended once, or succeeded and then ended");
        boolean breaks = play.release(revision) != Release.GOOD;
        require(breaks || count(AuditType.StageFailed, revision) == 0, revision, "a good revision does not fail");
        require(
                !breaks || revision < play.newest() || count(AuditType.StageFailed, revision) == 1,
                revision,
                "a broken revision that nothing supersedes fails once");
    }

    private void clusters() {
        for (int stage = 1; stage <= Performance.STAGES.size(); stage++) {
            for (int cluster : play.clusters(stage)) {
                cluster(stage, cluster);
            }
        }
    }

    /** The newest revision where it works; what the stage fell back to where it failed; else something that works. */
    private void cluster(int stage, int cluster) {
        int newest = play.newest();
        Release last = play.release(newest);
        int served = performance.served(cluster);
        String at = performance.scenario().cluster(cluster) + " (stage " + stage + ") serves revision " + served;
        if (last == Release.GOOD || (stage == 1 && !last.breaksIn(1))) {
            expect(served == newest, at + " and not the newest, " + newest);
        } else if (last.breaksIn(stage)) {
            int fallback = fallback(stage);
            expect(served == fallback, at + " and not what the stage falls back to, " + fallback);
        } else {
            expect(served > 0 && !play.release(served).breaksIn(stage), at + ", which breaks there");
        }
        List<String> settings = performance.settings(cluster);
        expect(
                settings.equals(List.of(Performance.settingsOf(served))),
                at + " and holds the settings of other revisions: " + settings);
    }

    /** The newest revision that succeeded in the stage before the last one failed, and was not quarantined by then. */
    private int fallback(int stage) {
        long failed = audit.stream()
                .filter(seen -> seen.type() == AuditType.StageFailed && isOf(seen, play.newest()))
                .mapToLong(seen -> seen.record().sequence())
                .min()
                .orElse(Long.MAX_VALUE);
        List<Audit> before =
                audit.stream().filter(seen -> seen.record().sequence() < failed).toList();
        return IntStream.range(1, play.newest())
                .filter(revision -> before.stream()
                        .anyMatch(seen -> seen.type() == AuditType.StageSucceeded
                                && isOf(seen, revision)
                                && Performance.STAGES
                                        .get(stage - 1)
                                        .equals(seen.record().stage())))
                .filter(revision -> before.stream()
                        .noneMatch(seen -> seen.type() == AuditType.RevisionQuarantined && isOf(seen, revision)))
                .max()
                .orElse(0);
    }

    private long count(AuditType type, int revision) {
        return audit.stream()
                .filter(seen -> seen.type() == type && isOf(seen, revision))
                .count();
    }

    private long count(AuditType type) {
        return audit.stream().filter(seen -> seen.type() == type).count();
    }

    private static boolean isOf(Audit seen, long revision) {
        return Objects.equals(seen.record().revision(), revision);
    }

    private void require(boolean holds, int revision, String what) {
        expect(holds, "not of revision " + revision + " (" + play.release(revision) + "): " + what);
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            faults.add(otherwise);
        }
    }
}
