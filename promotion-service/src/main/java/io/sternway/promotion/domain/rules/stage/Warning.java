package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;

/**
 * Something about a cluster that somebody should mend, though nothing has failed.
 *
 * @param cluster the cluster
 * @param reason from the closed list
 * @param message a sentence
 */
public record Warning(String cluster, AuditReason reason, String message) {

    /** Everything that is so now, by name of cluster within each kind. */
    public static List<Warning> of(Situation situation) {
        Inventory inventory = situation.inventory();
        List<Warning> warnings = new ArrayList<>();
        if (inventory != null) {
            Membership.overlapping(situation.settings(), inventory)
                    .forEach((cluster, stages) -> warnings.add(new Warning(
                            cluster, AuditReason.InTwoStages, overlapping(situation, inventory, cluster, stages))));
            for (Joining joining : Joining.of(situation, inventory)) {
                if (joining.refusal() != null) {
                    warnings.add(new Warning(
                            joining.cluster(),
                            joining.refusal().reason(),
                            joining.refusal().message()));
                }
            }
        }
        return warnings;
    }

    /** R4: it stays where it is. */
    public static String overlapping(Situation situation, Inventory inventory, String cluster, List<String> stages) {
        return "Cluster " + cluster + " now matches the stages " + String.join(" and ", stages) + "; it stays in "
                + Membership.stageOf(situation, cluster, Membership.labels(inventory, cluster)) + ".";
    }
}
