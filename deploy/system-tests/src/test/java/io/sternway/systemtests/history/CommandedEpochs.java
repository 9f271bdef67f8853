package io.sternway.systemtests.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.RollbackRequested;
import io.sternway.events.SnapshotPublished;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetRef;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.events.Topic;
import io.sternway.snapshot.Snapshot;
import io.sternway.vocabulary.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What commands asked each target to do, in the order of their topic. */
public final class CommandedEpochs {

    private final List<CommandedEpoch> all = new ArrayList<>();
    private final Map<TargetRef, Map<Long, CommandedEpoch>> byTarget = new HashMap<>();
    private final Map<String, Snapshot> snapshots = new HashMap<>();
    private final Map<CommandedEpoch, List<JsonNode>> contents = new HashMap<>();

    /**
     * One target of one command.
     *
     * @param command the command's id
     * @param target the target
     * @param epoch the epoch
     * @param purpose deploy, rollback or release
     * @param revision the revision; 0 for a release
     * @param snapshot the snapshot's hash; empty for a release
     * @param labels the cluster's labels that are substituted
     */
    public record CommandedEpoch(
            String command,
            TargetRef target,
            long epoch,
            Purpose purpose,
            long revision,
            String snapshot,
            Map<String, String> labels) {}

    private CommandedEpochs() {}

    /** Reads them from a history; a command that came twice counts once. */
    public static CommandedEpochs of(History history) {
        CommandedEpochs commanded = new CommandedEpochs();
        history.events(Topic.COMMANDS, Object.class).stream().map(Event::data).forEach(commanded::add);
        return commanded;
    }

    /** All, in the order of their topic. */
    public List<CommandedEpoch> all() {
        return List.copyOf(all);
    }

    /** Those of one target. */
    public List<CommandedEpoch> of(TargetRef target) {
        return List.copyOf(byTarget.getOrDefault(target, Map.of()).values());
    }

    /** The one of that epoch. */
    public Optional<CommandedEpoch> of(TargetRef target, long epoch) {
        return Optional.ofNullable(byTarget.getOrDefault(target, Map.of()).get(epoch));
    }

    /** The objects that it wants on its cluster, placeholders replaced; empty if its snapshot was not published. */
    public List<JsonNode> content(CommandedEpoch asked) {
        return contents.computeIfAbsent(asked, this::resolve);
    }

    private List<JsonNode> resolve(CommandedEpoch asked) {
        Snapshot snapshot = snapshots.get(asked.target().promotionRef().key() + " " + asked.snapshot());
        return snapshot == null
                ? List.of()
                : snapshot.resolve(asked.target().cluster(), asked.labels())
                        .snapshot()
                        .objects();
    }

    private void add(Object command) {
        if (command instanceof SnapshotPublished published) {
            snapshots.put(
                    published.project() + "/" + published.promotion() + " " + published.snapshot(),
                    new Snapshot(published.objects()));
        } else if (command instanceof StageDeployRequested deploy) {
            for (CommandTarget to : deploy.targets()) {
                add(new CommandedEpoch(
                        deploy.command(),
                        new TargetRef(deploy.project(), deploy.promotion(), to.cluster()),
                        to.epoch(),
                        Purpose.Deploy,
                        deploy.revision(),
                        deploy.snapshot(),
                        to.labels()));
            }
        } else if (command instanceof RollbackRequested back) {
            for (CommandTarget to : back.targets()) {
                add(new CommandedEpoch(
                        back.command(),
                        new TargetRef(back.project(), back.promotion(), to.cluster()),
                        to.epoch(),
                        Purpose.Rollback,
                        back.revision(),
                        back.snapshot(),
                        to.labels()));
            }
        } else if (command instanceof TargetReleaseRequested release) {
            for (TargetEpoch to : release.targets()) {
                add(new CommandedEpoch(
                        release.command(),
                        new TargetRef(release.project(), release.promotion(), to.cluster()),
                        to.epoch(),
                        Purpose.Release,
                        0,
                        "",
                        Map.of()));
            }
        }
    }

    private void add(CommandedEpoch asked) {
        all.add(asked);
        byTarget.computeIfAbsent(asked.target(), target -> new LinkedHashMap<>())
                .putIfAbsent(asked.epoch(), asked);
    }
}
