package io.sternway.executor.messaging;

import io.sternway.events.CommandCancelled;
import io.sternway.events.Event;
import io.sternway.events.RollbackRequested;
import io.sternway.events.SnapshotPublished;
import io.sternway.events.SnapshotRetired;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.executor.app.Snapshots;
import io.sternway.executor.app.TakeCommands;
import io.sternway.executor.app.Targets;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.Received;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.messaging.intake.IntakeHandler;
import io.sternway.snapshot.Snapshot;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes commands in the order of their partitions, in the inbox's transaction. */
@ApplicationScoped
public class CommandHandler implements IntakeHandler {
    private final TakeCommands take;
    private final Snapshots snapshots;
    private final Targets targets;

    CommandHandler(TakeCommands take, Snapshots snapshots, Targets targets) {
        this.take = take;
        this.snapshots = snapshots;
        this.targets = targets;
    }

    @Override
    public void handle(IntakeBatch batch) {
        for (Received.Known known : batch.events()) {
            handle(known.event());
        }
        if (!batch.reused().isEmpty()) {
            Received.Message reused = batch.reused().get(0);
            throw new TerminalException(
                    "IdReused",
                    "the id " + reused.id() + " of " + reused.source() + " was used before with other content");
        }
    }

    private void handle(Event<?> event) {
        Object command = event.data();
        if (command instanceof SnapshotPublished published) {
            store(published);
        } else if (command instanceof SnapshotRetired retired) {
            if (!targets.uses(retired.project(), retired.promotion(), retired.snapshot())) {
                snapshots.forget(retired.project(), retired.promotion(), retired.snapshot());
            }
        } else if (command instanceof StageDeployRequested deploy) {
            take.assign(AssignmentMapper.of(deploy, event), deploy.deadline());
        } else if (command instanceof RollbackRequested rollback) {
            take.assign(AssignmentMapper.of(rollback, event), rollback.deadline());
        } else if (command instanceof TargetReleaseRequested release) {
            take.assign(AssignmentMapper.of(release, event), release.deadline());
        } else if (command instanceof TargetPruneRequested prune) {
            take.prune(epochs(prune.project(), prune.promotion(), prune.targets()), prune.deadline());
        } else if (command instanceof CommandCancelled cancelled) {
            take.cancel(epochs(cancelled.project(), cancelled.promotion(), cancelled.targets()), cancelled.reason());
        }
    }

    private static Map<TargetKey, Long> epochs(String project, String promotion, List<TargetEpoch> targets) {
        Map<TargetKey, Long> epochs = new LinkedHashMap<>();
        targets.forEach(target -> epochs.put(new TargetKey(project, promotion, target.cluster()), target.epoch()));
        return epochs;
    }

    /** Under a hash that is not its own it would be applied as what it is not. */
    private void store(SnapshotPublished published) {
        String hash = new Snapshot(published.objects()).hash();
        if (!hash.equals(published.snapshot())) {
            throw new TerminalException(
                    "HashMismatch", "the snapshot says that its hash is " + published.snapshot() + "; it is " + hash);
        }
        snapshots.store(published.project(), published.promotion(), hash, published.objects());
        take.snapshotArrived(published.project(), published.promotion(), hash);
    }
}
