package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.domain.content.EmptyValues;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Replicas;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AppliedObjectBuilder;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.addressing.AddressedObject;
import io.sternway.executor.kubernetes.addressing.ServedKind;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One object of the snapshot during one attempt: what is wanted, what is there, what was found out. */
final class PlannedObject {
    /** They have replicas also where the snapshot names none. */
    private static final Set<String> SCALABLE =
            Set.of("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController");

    final ObjectName name;
    final ServedKind kind;
    /** As it is to be applied: with our label, without what is left to others. */
    final Map<String, Object> wanted;
    /** Its namespace or kind comes with the same snapshot: nothing could be asked about it yet. */
    volatile boolean brought;
    /** As it was last read; absent if it is not there. */
    volatile @Nullable Map<String, Object> live;
    /** An attempt of the same epoch may have written it before this one. */
    volatile boolean begunBefore;
    /** The dry run showed that nothing would change. */
    volatile boolean unchanged;
    /** Other managers' entries are to be taken over first. */
    volatile boolean adopt;
    /** To be deleted and created. */
    volatile boolean replace;
    /** What is done with a Job. */
    volatile JobRule.Step job = JobRule.Step.Apply;
    /** An autoscaler decides on replicas. */
    volatile boolean autoscaled;
    /** Our own autoscaler decided on replicas, and goes. */
    volatile boolean autoscalerLeaves;
    /** Only its number stands against what is wanted. */
    volatile boolean overrulesAutoscaler;
    /** Set when it is there as wanted. */
    volatile @Nullable AppliedObject applied;

    /** How many replicas the snapshot names; absent where it names none. */
    final @Nullable Integer replicas;
    /** Why it cannot be put back; the rest is (K10). */
    final CopyOnWriteArrayList<Fault> exceptions = new CopyOnWriteArrayList<>();
    /** Why it could not be tried this time, which says nothing about the rest. */
    volatile @Nullable AttemptEndedException deferred;

    final List<Note> notes = new CopyOnWriteArrayList<>();

    private volatile boolean looked;
    private volatile @Nullable Object templateBefore;

    PlannedObject(AddressedObject object) {
        this.name = object.name();
        this.kind = object.kind();
        this.wanted = object.wanted();
        this.brought = object.brought();
        this.replicas = Replicas.named(wanted);
        if (isJob()) {
            JobRule.letStay(wanted);
        }
    }

    String path() {
        return kind.path(name);
    }

    boolean isJob() {
        return JobRule.isJob(name);
    }

    /** What is there, or nothing; of the first look is kept which template its Pods had. */
    void read(@Nullable Map<String, Object> object) {
        live = object;
        if (!looked && object != null) {
            templateBefore = template(object);
        }
        looked = true;
    }

    /** What others fill on the cluster and the snapshot only leaves room for is not said (K8). */
    void leaveToControllers(String ours) {
        Map<String, Object> there = live;
        if (there != null) {
            EmptyValues.leave(wanted, there, ours);
        }
    }

    /** Whether it has replicas that somebody else may decide on. */
    boolean isScalable() {
        return name.namespace() != null && (replicas != null || SCALABLE.contains(name.kind()));
    }

    void note(NoteKind about, String message) {
        notes.add(new Note(name, about, message));
    }

    void written(Map<String, Object> object) {
        AppliedObject.Progressing progressing = null;
        for (Map<String, Object> condition : Fields.maps(object, "status", "conditions")) {
            if (name.kind().equals("Deployment") && "Progressing".equals(condition.get("type"))) {
                progressing = new AppliedObject.Progressing(
                        Fields.text(condition, "Unknown", "status"),
                        Fields.textOrNull(condition, "reason"),
                        Fields.textOrNull(condition, "lastUpdateTime"));
            }
        }
        applied = AppliedObjectBuilder.builder()
                .name(name)
                .resource(kind.resource())
                .uid(Fields.uid(object))
                .generation(Fields.number(object, 0, "metadata", "generation"))
                .resourceVersion(Fields.resourceVersion(object))
                .progressing(progressing)
                .wanted(replicas)
                .autoscaled(autoscaled ? true : null)
                .templateChanged(templateChanged(object))
                .build();
    }

    /** Whether its Pods are of another template than before this apply (H15); absent where that is not known. */
    private @Nullable Boolean templateChanged(Map<String, Object> now) {
        Object template = template(now);
        if (template == null) {
            return null;
        }
        boolean same = template.equals(templateBefore);
        return (same && begunBefore) ? null : Boolean.valueOf(!same);
    }

    private static @Nullable Object template(Map<String, Object> object) {
        return Fields.at(object, "spec", "template");
    }
}
