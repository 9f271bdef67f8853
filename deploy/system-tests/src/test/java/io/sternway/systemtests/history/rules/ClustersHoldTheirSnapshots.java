package io.sternway.systemtests.history.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.PromotionRef;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.Holds;
import io.sternway.events.TargetRef;
import io.sternway.snapshot.ObjectIdentity;
import io.sternway.systemtests.history.CommandedEpochs;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.Violation;
import io.sternway.vocabulary.PruneState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Left out: Jobs, which a rollback does not run again (K6); Helm's hooks; objects that others change too, as their
 * managedFields say (K4).
 */
public final class ClustersHoldTheirSnapshots implements HistoryRule {

    @Override
    public String text() {
        return "At rest a cluster serves what its target holds by the deployments topic: every object of the snapshot"
                + " as it is there, and, once pruned, nothing else of this promotion (R19, K3, K5).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Map<String, Map<ObjectIdentity, ServedObject>> served = new HashMap<>();
        history.served()
                .forEach(object -> served.computeIfAbsent(object.cluster(), cluster -> new HashMap<>())
                        .put(object.identity(), object));
        CommandedEpochs commanded = CommandedEpochs.of(history);
        List<Violation> violations = new ArrayList<>();
        history.lastDeployments().forEach((target, last) -> {
            Holds holds = last.holds();
            if (holds != null && holds.complete()) {
                Map<ObjectIdentity, ServedObject> here = served.getOrDefault(target.cluster(), Map.of());
                check(new AtRest(target, last, holds, here), commanded, violations);
            }
        });
        return violations.stream();
    }

    private record AtRest(
            TargetRef target, TargetDeployment last, Holds holds, Map<ObjectIdentity, ServedObject> served) {

        String where() {
            return target.key() + " epoch " + holds.epoch();
        }

        Optional<ServedObject> inventory() {
            PromotionRef promotion = target.promotionRef();
            return Optional.ofNullable(served.get(
                    new ObjectIdentity("", "ConfigMap", OwnershipNames.NAMESPACE, OwnershipNames.name(promotion))));
        }
    }

    private void check(AtRest at, CommandedEpochs commanded, List<Violation> violations) {
        String begun = at.inventory()
                .map(object -> object.annotation(OwnershipNames.EPOCH))
                .orElse("none");
        boolean newerBegan = at.last().desired().epoch() != at.holds().epoch()
                && begun.equals(Long.toString(at.last().desired().epoch()));
        if (!begun.equals(Long.toString(at.holds().epoch())) && !newerBegan) {
            violations.add(broken(at.where(), "the inventory object on the cluster has epoch " + begun));
        }
        Set<ObjectIdentity> wanted = new HashSet<>();
        commanded
                .of(at.target(), at.holds().epoch())
                .ifPresent(asked -> commanded.content(asked).forEach(manifest -> {
                    wanted.add(ObjectIdentity.of(manifest));
                    compare(at, manifest, violations);
                }));
        if (at.last().prune().state() == PruneState.Done
                && at.last().desired().epoch() == at.holds().epoch()) {
            leftovers(at, commanded, wanted, violations);
        }
    }

    private void compare(AtRest at, JsonNode manifest, List<Violation> violations) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (identity.kind().equals("Job")
                || manifest.path("metadata").path("annotations").has("helm.sh/hook")) {
            return;
        }
        ServedObject live = at.served().get(identity);
        if (live == null) {
            violations.add(broken(at.where(), identity + " is not on the cluster"));
        } else if (!OtherManagers.change(
                live, OwnershipNames.manager(at.target().promotionRef()))) {
            Containment.difference(manifest, live.object())
                    .ifPresent(how -> violations.add(broken(at.where(), identity + " differs: " + how)));
        }
    }

    /** Objects of earlier snapshots that still carry our label and are not kept by rule. */
    private void leftovers(
            AtRest at, CommandedEpochs commanded, Set<ObjectIdentity> wanted, List<Violation> violations) {
        String id =
                at.inventory().map(object -> object.label(OwnershipNames.ID)).orElse("");
        Set<String> retained = new HashSet<>();
        at.last().prune().retained().forEach(object -> retained.add(object.kind() + " " + object.name()));
        commanded.of(at.target()).stream()
                .flatMap(asked -> commanded.content(asked).stream())
                .map(ObjectIdentity::of)
                .distinct()
                .filter(identity -> !wanted.contains(identity))
                .filter(identity -> !retained.contains(identity.kind() + " " + identity.name()))
                .map(at.served()::get)
                .filter(object ->
                        object != null && object.label(OwnershipNames.PART_OF).equals(id))
                .forEach(object -> violations.add(
                        broken(at.where(), object.identity() + " should have been pruned and is still there")));
    }
}
