package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Pause;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.Managers;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.api.ObjectFaults;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes one object (K3, K4, K6). Each write carries the uid and resourceVersion just read, so that a write whose answer
 * was lost, and that is committed later, changes nothing.
 */
final class ObjectWriter {
    /** No stored object has it: an apply with it creates or, if there is something, is told to read again. */
    private static final String ABSENT = "1";

    /** While Pods crash a workload's status changes many times a second, and its resourceVersion with it. */
    private static final int TRIES = 12;

    private static final int LOOKS = 60;

    private final ClusterApi api;
    private final Content content;
    private final Preflight preflight;
    private final Autoscalers autoscalers;
    private final InventoryStore inventories;
    private final Permit permit;
    private final CreatedObjects created;
    private final String manager;

    ObjectWriter(
            ClusterApi api,
            Content content,
            Preflight preflight,
            Autoscalers autoscalers,
            InventoryStore inventories,
            Permit permit,
            CreatedObjects created) {
        this.api = api;
        this.content = content;
        this.preflight = preflight;
        this.autoscalers = autoscalers;
        this.inventories = inventories;
        this.permit = permit;
        this.created = created;
        this.manager = content.owner().manager();
    }

    /** Brings one object to what is wanted, or ends the attempt. */
    void write(PlannedObject planned) {
        if (planned.brought) {
            readLate(planned);
        }
        switch (planned.job) {
            case LeaveOut -> planned.note(NoteKind.NotRerun, "it ran before and is not run again");
            case Delete -> {
                remove(planned);
                planned.note(NoteKind.NotRerun, "it differed and was deleted; it is not run again");
            }
            case Apply, Replace -> {
                if (planned.replace || planned.job == JobRule.Step.Replace) {
                    replace(planned);
                } else {
                    apply(planned);
                }
            }
        }
    }

    /** If the new one cannot be created after all, the old one is created again: better that than none. */
    private void replace(PlannedObject planned) {
        Map<String, Object> old = planned.live;
        remove(planned);
        try {
            apply(planned);
        } catch (AttemptEndedException e) {
            if (old != null && !planned.isJob() && e.result() instanceof AttemptResult.Refused) {
                for (String ofServer :
                        List.of("uid", "resourceVersion", "managedFields", "creationTimestamp", "generation")) {
                    Fields.remove(old, "metadata", ofServer);
                }
                api.create(
                        planned.kind.collection(planned.name.apiVersion(), planned.name.namespace()),
                        old,
                        manager,
                        false);
            }
            throw e;
        }
        planned.note(NoteKind.Replaced, "it was deleted and created: the change is not possible otherwise");
    }

    private void apply(PlannedObject planned) {
        Map<String, Object> before = planned.live;
        List<FieldOwnership.Field> taken = new ArrayList<>();
        for (int i = 0; i < TRIES; i++) {
            Map<String, Object> live = planned.live;
            Optional<FieldOwnership.Migration> migration = migration(planned);
            if (planned.unchanged && migration.isEmpty() && live != null) {
                inspect(planned, before, live, taken);
                return;
            }
            permit.check();
            if (migration.isPresent()) {
                if (!migrate(planned, migration.get())) {
                    before = readAgain(planned);
                    continue;
                }
                taken.addAll(migration.get().taken());
            }
            boolean creates = planned.live == null;
            Reply reply = send(planned);
            if (reply instanceof Ok ok) {
                inspect(planned, before, ok.object(), taken);
                if (creates) {
                    created.add(planned);
                }
                return;
            }
            Failed failed = (Failed) reply;
            AnswerMeaning meaning = failed.meaning();
            if (!(meaning instanceof AnswerMeaning.ReadAgain)) {
                throw end(planned, meaning, failed);
            }
            before = readAgain(planned);
        }
        throw AttemptEndedException.soon(
                DeploymentReason.ChangedMeanwhile, planned.name + " is being changed by somebody else all the time");
    }

    private Reply send(PlannedObject planned) {
        Map<String, Object> body = Fields.copy(planned.wanted);
        Map<String, Object> live = planned.live;
        if (live == null) {
            Fields.set(body, ABSENT, "metadata", "resourceVersion");
        } else {
            Fields.set(body, Fields.uid(live), "metadata", "uid");
            Fields.set(body, Fields.resourceVersion(live), "metadata", "resourceVersion");
        }
        return api.apply(planned.path(), body, manager, preflight.force(planned), false);
    }

    private Optional<FieldOwnership.Migration> migration(PlannedObject planned) {
        Map<String, Object> live = planned.live;
        if (live == null || !(content.rollback() || planned.adopt)) {
            return Optional.empty();
        }
        return FieldOwnership.migrate(
                live,
                manager,
                other -> (content.rollback() && Managers.isPeoples(other))
                        || content.adoptFrom().contains(other));
    }

    /** Other managers' entries become ours; the apply that follows takes away what they left. False: read again. */
    private boolean migrate(PlannedObject planned, FieldOwnership.Migration migration) {
        Map<String, Object> live = planned.live == null ? Map.of() : planned.live;
        List<Map<String, Object>> operations = FieldOwnership.patch(live, migration.managedFields());
        Reply reply = api.patch(planned.path(), operations, manager);
        if (reply instanceof Ok ok) {
            planned.live = ok.object();
            planned.unchanged = false;
            return true;
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.ReadAgain
                || meaning instanceof AnswerMeaning.Absent
                || failed.answer().status() == 422) {
            return false;
        }
        throw end(planned, meaning, failed);
    }

    private void remove(PlannedObject planned) {
        Map<String, Object> live = planned.live;
        if (live == null) {
            return;
        }
        permit.check();
        Reply reply = api.delete(planned.path(), Fields.uid(live), Fields.resourceVersion(live));
        if (reply instanceof Failed failed) {
            AnswerMeaning meaning = failed.meaning();
            if (meaning instanceof AnswerMeaning.ReadAgain) {
                throw AttemptEndedException.soon(
                        DeploymentReason.ChangedMeanwhile, planned.name + " changed while it was to be deleted");
            }
            if (!(meaning instanceof AnswerMeaning.Absent)) {
                throw end(planned, meaning, failed);
            }
        }
        for (int i = 0; i < LOOKS; i++) {
            if (api.get(planned.path()) instanceof Failed failed && failed.meaning() instanceof AnswerMeaning.Absent) {
                planned.live = null;
                planned.unchanged = false;
                return;
            }
            Pause.millis(i < 10 ? 10 : 50);
            permit.check();
        }
        throw AttemptEndedException.soon(
                DeploymentReason.BeingDeleted, planned.name + " is being deleted, to be created again");
    }

    /** Its namespace or kind was brought by an earlier step: only now can it be looked at. */
    private void readLate(PlannedObject planned) {
        planned.brought = false;
        readAgain(planned);
    }

    private @Nullable Map<String, Object> readAgain(PlannedObject planned) {
        planned.live = null;
        planned.unchanged = false;
        boolean onlyNow = planned.notes.isEmpty();
        preflight.read(planned);
        if (planned.brought) {
            throw AttemptEndedException.soon(
                    DeploymentReason.CrdNotEstablished, planned.name.kind() + " is not served yet");
        }
        if (!preflight.faults().isEmpty()) {
            throw AttemptEndedException.refused(preflight.faults());
        }
        if (!planned.exceptions.isEmpty()) {
            throw AttemptEndedException.refused(List.copyOf(planned.exceptions));
        }
        planned.leaveToControllers(manager);
        autoscalers.settle(planned);
        inventories.check();
        if (!onlyNow) {
            dropRepeatedNotes(planned);
        }
        return planned.live;
    }

    private static void dropRepeatedNotes(PlannedObject planned) {
        List<Note> once = planned.notes.stream().distinct().toList();
        planned.notes.clear();
        planned.notes.addAll(once);
    }

    private void inspect(
            PlannedObject planned,
            @Nullable Map<String, Object> before,
            Map<String, Object> after,
            List<FieldOwnership.Field> taken) {
        if (Fields.isGoing(after)) {
            throw AttemptEndedException.soon(DeploymentReason.BeingDeleted, planned.name + " is being deleted");
        }
        planned.live = after;
        planned.unchanged = true;
        planned.written(after);
        NotesAboutApply.add(planned, before, after, taken, content);
    }

    private AttemptEndedException end(PlannedObject planned, AnswerMeaning meaning, Failed failed) {
        if (meaning instanceof AnswerMeaning.TryAgain again) {
            return AttemptEndedException.retry(again.about(planned.name), failed.outcomeUnknown());
        }
        if (meaning instanceof AnswerMeaning.Conflict conflict) {
            return AttemptEndedException.refused(ObjectFaults.conflicts(planned.name, conflict.fields()));
        }
        if (meaning instanceof AnswerMeaning.Refused refused) {
            if (failed.answer().status() == 403) {
                CustomResources.endIfGoing(api, planned);
            }
            return AttemptEndedException.refused(ObjectFaults.refused(planned.name, refused));
        }
        return AttemptEndedException.soon(
                meaning instanceof AnswerMeaning.KindMissing
                        ? DeploymentReason.CrdNotEstablished
                        : DeploymentReason.NamespaceNotReady,
                planned.name + " cannot be written yet");
    }
}
