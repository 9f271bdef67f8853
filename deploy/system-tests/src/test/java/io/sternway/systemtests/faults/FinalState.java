package io.sternway.systemtests.faults;

import io.sternway.systemtests.scenario.Audit;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** What a promotion at rest must look like, whatever went wrong meanwhile. */
final class FinalState {

    private final PlayedPromotion promotion;
    private final PlannedPromotion plan;
    private final List<Audit> audit;
    private final List<String> faults = new ArrayList<>();

    private FinalState(PlayedPromotion promotion) {
        this.promotion = promotion;
        this.plan = promotion.plan();
        Map<String, Audit> byId = new HashMap<>();
        promotion.scenario().audit().forEach(seen -> byId.putIfAbsent(seen.id(), seen));
        this.audit = byId.values().stream()
                .sorted((a, b) -> Long.compare(a.record().sequence(), b.record().sequence()))
                .toList();
    }

    /** What is wrong, a sentence for each fault; empty when all is well. */
    static List<String> of(PlayedPromotion promotion) {
        FinalState state = new FinalState(promotion);
        state.sequence();
        state.rollbacks();
        for (int revision = 1; revision <= promotion.plan().newest(); revision++) {
            state.run(revision);
        }
        state.clusters();
        return state.faults;
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
        boolean breaks = plan.kind(revision) != RevisionKind.GOOD;
        require(breaks || count(AuditType.StageFailed, revision) == 0, revision, "a good revision does not fail");
        require(
                !breaks || revision < plan.newest() || count(AuditType.StageFailed, revision) == 1,
                revision,
                "a broken revision that nothing supersedes fails once");
    }

    private void clusters() {
        for (int stage = 1; stage <= PlayedPromotion.STAGES.size(); stage++) {
            for (int cluster : plan.clusters(stage)) {
                cluster(stage, cluster);
            }
        }
    }

    /** The newest revision where it works; what the stage fell back to where it failed; else something that works. */
    private void cluster(int stage, int cluster) {
        int newest = plan.newest();
        RevisionKind last = plan.kind(newest);
        int served = promotion.served(cluster);
        String at = promotion.scenario().cluster(cluster) + " (stage " + stage + ") serves revision " + served;
        if (last == RevisionKind.GOOD || (stage == 1 && !last.breaksIn(1))) {
            expect(served == newest, at + " and not the newest, " + newest);
        } else if (last.breaksIn(stage)) {
            int fallback = fallback(stage);
            expect(served == fallback, at + " and not what the stage falls back to, " + fallback);
        } else {
            expect(served > 0 && !plan.kind(served).breaksIn(stage), at + ", which breaks there");
        }
        List<String> settings = promotion.settings(cluster);
        expect(
                settings.equals(List.of(PlayedPromotion.settingsOf(served))),
                at + " and holds the settings of other revisions: " + settings);
    }

    /** The newest revision that succeeded in the stage before the last one failed, and was not quarantined by then. */
    private int fallback(int stage) {
        long failed = audit.stream()
                .filter(seen -> seen.type() == AuditType.StageFailed && isOf(seen, plan.newest()))
                .mapToLong(seen -> seen.record().sequence())
                .min()
                .orElse(Long.MAX_VALUE);
        List<Audit> before =
                audit.stream().filter(seen -> seen.record().sequence() < failed).toList();
        return IntStream.range(1, plan.newest())
                .filter(revision -> before.stream()
                        .anyMatch(seen -> seen.type() == AuditType.StageSucceeded
                                && isOf(seen, revision)
                                && PlayedPromotion.STAGES
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
        expect(holds, "not of revision " + revision + " (" + plan.kind(revision) + "): " + what);
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            faults.add(otherwise);
        }
    }
}
