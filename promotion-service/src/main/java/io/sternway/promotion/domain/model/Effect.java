package io.sternway.promotion.domain.model;

import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is to be published in the transaction that stores the new state, in the order of the list. */
public sealed interface Effect {

    /**
     * A wave: these targets are to hold this snapshot.
     *
     * @param command the command's id
     * @param stage the stage
     * @param run the run; absent for a cluster that joined
     * @param revision the revision
     * @param snapshot the hash of the stage's content
     * @param deadline how long the executor may try
     * @param targets at least one
     * @param mends what these targets were sent last did not succeed there (K11, K17)
     * @param settings the stage's settings: how to apply, when health fails
     */
    record Deploy(
            String command,
            String stage,
            @Nullable Long run,
            long revision,
            String snapshot,
            Duration deadline,
            List<DispatchTarget> targets,
            boolean mends,
            StageSettings settings)
            implements Effect {
        public Deploy {
            targets = List.copyOf(targets);
        }
    }

    /**
     * These targets are to hold an earlier snapshot again (R17, R19).
     *
     * @param command the command's id
     * @param rollback the rollback's id
     * @param stage the stage
     * @param run the run whose failure is undone
     * @param fromRevision the revision that failed
     * @param revision the revision that is restored
     * @param snapshot the hash of its content for the stage
     * @param deadline how long the executor may try
     * @param targets at least one
     * @param settings the stage's settings
     */
    record Restore(
            String command,
            String rollback,
            String stage,
            long run,
            long fromRevision,
            long revision,
            String snapshot,
            Duration deadline,
            List<DispatchTarget> targets,
            StageSettings settings)
            implements Effect {
        public Restore {
            targets = List.copyOf(targets);
        }
    }

    /**
     * What the snapshot no longer has may go (K5).
     *
     * @param command the command's id
     * @param stage the stage
     * @param deadline how long the executor may try
     * @param epochs cluster to the epoch that it holds
     */
    record Prune(String command, String stage, Duration deadline, Map<String, Long> epochs) implements Effect {
        public Prune {
            epochs = Collections.unmodifiableMap(new TreeMap<>(epochs));
        }
    }

    /**
     * These clusters left; what was applied stays (R6).
     *
     * @param command the command's id
     * @param deadline how long the executor may try
     * @param epochs cluster to a newly drawn epoch
     */
    record Release(String command, Duration deadline, Map<String, Long> epochs) implements Effect {
        public Release {
            epochs = Collections.unmodifiableMap(new TreeMap<>(epochs));
        }
    }

    /**
     * What has not started at these epochs is not to start.
     *
     * @param command the command's id
     * @param reason why
     * @param epochs cluster to the epoch that is cancelled
     */
    record Cancel(String command, AuditReason reason, Map<String, Long> epochs) implements Effect {
        public Cancel {
            epochs = Collections.unmodifiableMap(new TreeMap<>(epochs));
        }
    }

    /**
     * The executor needs a stage's content: before the first command that names it, and again after SnapshotUnknown.
     *
     * @param stage the stage
     * @param revision the revision
     * @param snapshot the hash
     * @param answerTo the cluster whose SnapshotUnknown this answers
     * @param answerEpoch its epoch, which makes the event's id
     */
    record PublishSnapshot(
            String stage,
            long revision,
            String snapshot,
            @Nullable String answerTo,
            @Nullable Long answerEpoch) implements Effect {}

    /**
     * No target will hold this snapshot again (R27).
     *
     * @param snapshot the hash
     */
    record RetireSnapshot(String snapshot) implements Effect {}

    /**
     * A rollback started, went on, or ended (X5, X6).
     *
     * @param step which
     * @param rollback the record as it is now
     */
    record RollbackChanged(Step step, Rollback rollback) implements Effect {
        /** Which event this is. */
        public enum Step {
            Started,
            Progressed,
            Completed
        }
    }

    /** Something to be recorded in the promotion's audit stream. */
    record Audit(AuditEntry entry) implements Effect {}

    /**
     * One cluster of a command.
     *
     * @param cluster its name
     * @param epoch the epoch drawn for this dispatch
     * @param labels the labels to be substituted, and nothing newer
     */
    record DispatchTarget(String cluster, long epoch, Map<String, String> labels) {
        public DispatchTarget {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }
    }
}
