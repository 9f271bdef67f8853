package io.sternway.systemtests.history.check;

import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.StateTable;
import io.sternway.systemtests.history.Violation;
import io.sternway.systemtests.history.rules.AuditIsGapless;
import io.sternway.systemtests.history.rules.ClustersHoldTheirSnapshots;
import io.sternway.systemtests.history.rules.EpochsNeverGoBack;
import io.sternway.systemtests.history.rules.EpochsWereCommanded;
import io.sternway.systemtests.history.rules.IdsRepeatUnchanged;
import io.sternway.systemtests.history.rules.KeysKeepTheirOrder;
import io.sternway.systemtests.history.rules.LedgersAgree;
import io.sternway.systemtests.history.rules.NothingIsUndone;
import io.sternway.systemtests.history.rules.RequestsAreAnswered;
import io.sternway.systemtests.history.rules.RollbacksEndOnce;
import io.sternway.systemtests.history.rules.RunsEndOnce;
import io.sternway.systemtests.history.rules.StagesMoveByTheTable;
import io.sternway.systemtests.history.rules.SucceededBeforeRestored;
import io.sternway.systemtests.history.rules.WritesWereCommanded;
import java.util.List;

/** All rules that a history must keep. */
public final class HistoryRules {

    private final List<HistoryRule> rules;

    /** @param table the legal moves, as the project documents them */
    public HistoryRules(StateTable table) {
        this.rules = List.of(
                new IdsRepeatUnchanged(),
                new KeysKeepTheirOrder(),
                new AuditIsGapless(),
                new StagesMoveByTheTable(table),
                new RunsEndOnce(table),
                new RollbacksEndOnce(),
                new SucceededBeforeRestored(),
                new EpochsNeverGoBack(),
                new EpochsWereCommanded(),
                new WritesWereCommanded(),
                new RequestsAreAnswered(),
                new LedgersAgree(),
                new ClustersHoldTheirSnapshots(),
                new NothingIsUndone());
    }

    /** Every rule. */
    public List<HistoryRule> rules() {
        return rules;
    }

    /** Every place where a rule is broken; empty when the history is sound. */
    public List<Violation> check(History history) {
        return rules.stream().flatMap(rule -> rule.check(history)).toList();
    }
}
