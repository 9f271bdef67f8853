package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AppliedObjectBuilder;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.addressing.AddressedObject;
import io.sternway.executor.kubernetes.addressing.ServedKind;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One object of the snapshot during one attempt: what is wanted, what is there, what was found out. */
final class PlannedObject {
    final ObjectName name;
    final ServedKind kind;
    /** As it is to be applied: with our label, without what is left to others. */
    final Map<String, Object> wanted;
    /** Its namespace or kind comes with the same snapshot: nothing could be asked about it yet. */
    volatile boolean brought;
    /** As it was last read; absent if it is not there. */
    volatile @Nullable Map<String, Object> live;
    /** The dry run showed that nothing would change. */
    volatile boolean unchanged;
    /** Other managers' entries are to be taken over first. */
    volatile boolean adopt;
    /** To be deleted and created. */
    volatile boolean replace;
    /** What is done with a Job. */
    volatile JobRule.Step job = JobRule.Step.Apply;
    /** Set when it is there as wanted. */
    volatile @Nullable AppliedObject applied;

    final List<Note> notes = new CopyOnWriteArrayList<>();

    PlannedObject(AddressedObject object) {
        this.name = object.name();
        this.kind = object.kind();
        this.wanted = object.wanted();
        this.brought = object.brought();
    }

    String path() {
        return kind.path(name);
    }

    boolean isJob() {
        return name.kind().equals("Job") && name.group().equals("batch");
    }

    void note(NoteKind about, String message) {
        notes.add(new Note(name, about, message));
    }

    void found(Map<String, Object> object) {
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
                .build();
    }
}
