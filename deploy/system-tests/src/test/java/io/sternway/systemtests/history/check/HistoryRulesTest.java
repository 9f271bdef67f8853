package io.sternway.systemtests.history.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All rules together. */
class HistoryRulesTest {

    @Test
    @DisplayName("Every rule that broken histories show is asked")
    void every_rule_is_shown() {
        List<Class<?>> shown = List.of(
                IdsRepeatUnchanged.class,
                KeysKeepTheirOrder.class,
                AuditIsGapless.class,
                StagesMoveByTheTable.class,
                RunsEndOnce.class,
                RollbacksEndOnce.class,
                SucceededBeforeRestored.class,
                EpochsNeverGoBack.class,
                EpochsWereCommanded.class,
                WritesWereCommanded.class,
                RequestsAreAnswered.class,
                LedgersAgree.class,
                ClustersHoldTheirSnapshots.class,
                NothingIsUndone.class);
        assertEquals(
                shown,
                HistoryAssertions.allRules().rules().stream()
                        .map(Object::getClass)
                        .toList());
        HistoryAssertions.allRules()
                .rules()
                .forEach(rule -> assertTrue(rule.text().endsWith("."), rule::name));
    }
}
