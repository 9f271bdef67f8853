package io.sternway.events;

import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of a target as the executor knows it: the body of every event of the deployments topic, so that the
 * last record of a key alone is complete.
 *
 * @param project the project
 * @param promotion the promotion
 * @param cluster the cluster
 * @param stage the stage
 * @param sequence counts the records of this target from 1; a higher one is newer, whatever the epoch
 * @param desired what the target is to hold
 * @param holds what was last applied completely; absent before the first apply
 * @param prune what became of objects that the snapshot no longer has
 */
public record TargetDeployment(
        String project,
        String promotion,
        String cluster,
        String stage,
        long sequence,
        Desired desired,
        @Nullable Holds holds,
        Prune prune) {

    /** The target's name. */
    public TargetRef target() {
        return new TargetRef(project, promotion, cluster);
    }

    /**
     * What a target is to hold.
     *
     * @param epoch the newest epoch that the executor knows for this target
     * @param command the command that brought it
     * @param purpose why
     * @param revision the revision
     * @param snapshot the snapshot's hash
     * @param outcome how far it has come
     * @param reason CamelCase; absent when there is nothing to say
     * @param message for people; never content of objects, never Secret data
     * @param evidence whether a failure speaks against the revision (a refusal for the content's sake, R5); false for
     *     403 and for everything that is not a failure
     * @param faults what stands against it, every object at once; of a rollback that was applied, the objects that could not
     *     be put back (K10)
     * @param attempts how often it was tried, from 1; 0 before the first try
     * @param notes what an operator should know about what was done
     */
    public record Desired(
            long epoch,
            String command,
            Purpose purpose,
            long revision,
            String snapshot,
            Outcome outcome,
            @Nullable String reason,
            @Nullable String message,
            boolean evidence,
            List<ObjectFault> faults,
            int attempts,
            List<ObjectNote> notes) {

        public Desired {
            faults = List.copyOf(faults);
            notes = List.copyOf(notes);
        }
    }

    /**
     * What stands against one object.
     *
     * @param object the object
     * @param reason CamelCase: the API server's reason or ours
     * @param message the API server's words; for Secrets reduced to reason and field
     * @param field the field's path, where known
     * @param manager the field manager that owns it, for a conflict
     */
    public record ObjectFault(
            ObjectRef object,
            String reason,
            String message,
            @Nullable String field,
            @Nullable String manager) {}

    /**
     * Something done to, or left alone on, one object.
     *
     * @param object the object
     * @param kind what it is about
     * @param message for people, for example the field and the manager that was overridden
     */
    public record ObjectNote(ObjectRef object, NoteKind kind, String message) {}

    /**
     * What a target holds.
     *
     * @param epoch the epoch of the last completed apply
     * @param revision its revision
     * @param snapshot its snapshot's hash
     * @param complete false from the first write of a newer epoch until that one has completed; health exists only for
     *     what is held completely
     * @param objects what to watch
     * @param health what to look at and how often
     */
    public record Holds(
            long epoch,
            long revision,
            String snapshot,
            boolean complete,
            List<AppliedObject> objects,
            HealthOptions health) {

        public Holds {
            objects = List.copyOf(objects);
        }
    }

    /**
     * An object as the API server returned it from the apply.
     *
     * @param object its name
     * @param resource the plural resource name, for example {@code deployments}
     * @param uid its uid
     * @param generation its generation; 0 for kinds without
     * @param resourceVersion its resourceVersion
     * @param progressing for a Deployment the Progressing condition that stood there when the apply returned
     * @param wanted how many replicas the snapshot names; absent where it names none, or the kind has none (H20)
     * @param autoscaled whether an autoscaler decides on replicas (K9); absent: none does
     * @param templateChanged whether this apply changed the Pod template (H15); absent: not known
     */
    public record AppliedObject(
            ObjectRef object,
            String resource,
            String uid,
            long generation,
            String resourceVersion,
            @Nullable ProgressingCondition progressing,
            @Nullable Integer wanted,
            @Nullable Boolean autoscaled,
            @Nullable Boolean templateChanged) {}

    /**
     * Objects that the snapshot no longer has.
     *
     * @param state how far the prune has come; it belongs to {@code desired.epoch}
     * @param retained objects that are kept by rule (Namespaces, CRDs, claims and volumes)
     * @param remaining objects that should go and have not
     * @param message what stands against it, for people
     */
    public record Prune(
            PruneState state,
            List<ObjectRef> retained,
            List<ObjectRef> remaining,
            @Nullable String message) {

        public Prune {
            retained = List.copyOf(retained);
            remaining = List.copyOf(remaining);
        }
    }
}
