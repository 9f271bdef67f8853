package io.sternway.systemtests.history.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.TargetRef;
import io.sternway.snapshot.ObjectIdentity;
import io.sternway.systemtests.history.CommandedEpochs;
import io.sternway.systemtests.history.CommandedEpochs.CommandedEpoch;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.Violation;
import io.sternway.systemtests.history.WriteLog;
import io.sternway.systemtests.history.WriteLog.Write;
import io.sternway.vocabulary.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker that wakes up late may still write what its epoch wants, where nobody has written since: so what counts is
 * every epoch that was begun on the cluster until then.
 */
public final class WritesWereCommanded implements HistoryRule {

    @Override
    public String text() {
        return "The executor writes only objects of snapshots that a command sent to that cluster, after the cluster's"
                + " inventory object has the command's epoch (A1, A6, K1, K3, X3).";
    }

    @Override
    public Stream<Violation> check(History history) {
        CommandedEpochs commanded = CommandedEpochs.of(history);
        List<Violation> violations = new ArrayList<>();
        history.writes().forEach((cluster, log) -> new OnCluster(commanded, cluster, log).check(violations));
        return violations.stream();
    }

    private final class OnCluster {

        private final String cluster;
        private final WriteLog log;
        private final CommandedEpochs commanded;
        private final Map<TargetRef, List<CommandedEpoch>> byTarget = new HashMap<>();
        private final Map<TargetRef, Long> begun = new HashMap<>();

        OnCluster(CommandedEpochs commanded, String cluster, WriteLog log) {
            this.commanded = commanded;
            this.cluster = cluster;
            this.log = log;
            commanded.all().stream()
                    .filter(asked -> asked.target().cluster().equals(cluster))
                    .forEach(asked -> byTarget.computeIfAbsent(asked.target(), target -> new ArrayList<>())
                            .add(asked));
        }

        void check(List<Violation> violations) {
            for (Write write : log.writes()) {
                String fault = fault(write);
                if (fault != null) {
                    violations.add(broken(
                            cluster + " write " + write.number(),
                            write.method() + " " + write.path() + " " + write.name() + " by " + write.manager() + ": "
                                    + fault));
                }
            }
        }

        private @Nullable String fault(Write write) {
            Optional<ObjectPath> path = ObjectPath.of(write.path()).map(p -> p.named(write.name()));
            if (path.isEmpty()) {
                return "names no object";
            }
            ObjectPath object = path.get();
            if (object.resource().equals("namespaces") && object.name().equals(OwnershipNames.NAMESPACE)) {
                return byTarget.isEmpty() ? "nothing was commanded for this cluster" : null;
            }
            if (OwnershipNames.NAMESPACE.equals(object.namespace())
                    && object.resource().equals("configmaps")) {
                return inventory(write, object.name());
            }
            boolean wanted = byTarget.entrySet().stream()
                    .filter(target -> isBy(write, target.getKey()))
                    .anyMatch(target -> target.getValue().stream()
                            .filter(asked -> asked.epoch() <= begun(target.getKey()))
                            .anyMatch(asked -> wants(asked, write, object)));
            return wanted ? null : "no command that had begun here names it; begun are " + begun;
        }

        private @Nullable String inventory(Write write, String name) {
            for (Map.Entry<TargetRef, List<CommandedEpoch>> target : byTarget.entrySet()) {
                if (!OwnershipNames.name(target.getKey().promotionRef()).equals(name)) {
                    continue;
                }
                if (write.method().equals("DELETE")) {
                    return target.getValue().stream().anyMatch(asked -> asked.purpose() == Purpose.Release)
                            ? null
                            : "its target was not to be released";
                }
                begun.merge(target.getKey(), write.epoch(), Math::max);
                return target.getValue().stream().anyMatch(asked -> asked.epoch() == write.epoch())
                        ? null
                        : "epoch " + write.epoch() + " was not commanded";
            }
            return "no command names a promotion that has this inventory object";
        }

        private long begun(TargetRef target) {
            return begun.getOrDefault(target, log.cut() ? Long.MAX_VALUE : 0);
        }

        /** A DELETE does not say for which promotion. */
        private boolean isBy(Write write, TargetRef target) {
            return write.method().equals("DELETE")
                    || write.manager().equals(OwnershipNames.manager(target.promotionRef()));
        }

        private boolean wants(CommandedEpoch asked, Write write, ObjectPath object) {
            return commanded.content(asked).stream().anyMatch(manifest -> {
                ObjectIdentity identity = ObjectIdentity.of(manifest);
                return object.names(identity) || (write.method().equals("DELETE") && isPodOf(manifest, object));
            });
        }

        /** K7: Pods of a StatefulSet that would never leave the broken revision by themselves. */
        private static boolean isPodOf(JsonNode manifest, ObjectPath object) {
            ObjectIdentity set = ObjectIdentity.of(manifest);
            return set.kind().equals("StatefulSet")
                    && object.resource().equals("pods")
                    && object.name().startsWith(set.name() + "-");
        }
    }
}
