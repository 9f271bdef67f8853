package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes one object (K3, K4, K6). Each write carries the uid and resourceVersion just read, so that a write whose answer
 * was lost, and that is committed later, changes nothing.
 */
final class Writing {
    /** No stored object has it: an apply with it creates or, if there is something, is told to read again. */
    private static final String ABSENT = "1";

    /** While Pods crash a workload's status changes many times a second, and its resourceVersion with it. */
    private static final int TRIES = 12;

    private static final int LOOKS = 60;

    private final ClusterApi api;
    private final Content content;
    private final Preflight preflight;
    private final InventoryObject inventories;
    private final Permit permit;
    private final LateCreations created;
    private final String manager;

    Writing(
            ClusterApi api,
            Content content,
            Preflight preflight,
            InventoryObject inventories,
            Permit permit,
            LateCreations created) {
        this.api = api;
        this.content = content;
        this.preflight = preflight;
        this.inventories = inventories;
        this.permit = permit;
        this.created = created;
        this.manager = content.owner().manager();
    }

    /** Brings one object to what is wanted, or ends the attempt. */
    void write(Planned planned) {
        if (planned.brought) {
            readLate(planned);
        }
        switch (planned.job) {
            case LEAVE_OUT -> planned.note(Note.Kind.NOT_RERUN, "it ran before and is not run again");
            case DELETE -> {
                remove(planned);
                planned.note(Note.Kind.NOT_RERUN, "it differed and was deleted; it is not run again");
            }
            case APPLY, REPLACE -> {
                if (planned.replace || planned.job == JobRule.Step.REPLACE) {
                    remove(planned);
                    planned.note(
                            Note.Kind.REPLACED, "it was deleted and created: the change is not possible otherwise");
                }
                apply(planned);
            }
        }
    }

    private void apply(Planned planned) {
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
            Meaning meaning = Meaning.of(failed.answer());
            if (!(meaning instanceof Meaning.ReadAgain)) {
                throw end(planned, meaning, failed);
            }
            before = readAgain(planned);
        }
        throw Ended.soon("ChangedMeanwhile", planned.name + " is being changed by somebody else all the time");
    }

    private Reply send(Planned planned) {
        Map<String, Object> body = Fields.copy(planned.wanted);
        Map<String, Object> live = planned.live;
        if (live == null) {
            Fields.set(body, ABSENT, "metadata", "resourceVersion");
        } else {
            Fields.set(body, Fields.text(live, "", "metadata", "uid"), "metadata", "uid");
            Fields.set(body, Fields.text(live, "", "metadata", "resourceVersion"), "metadata", "resourceVersion");
        }
        return api.apply(planned.path(), body, manager, preflight.force(planned), false);
    }

    private Optional<FieldOwnership.Migration> migration(Planned planned) {
        Map<String, Object> live = planned.live;
        if (live == null || !(content.rollback() || planned.adopt)) {
            return Optional.empty();
        }
        return FieldOwnership.migrate(
                live,
                manager,
                other -> content.rollback() || content.adoptFrom().contains(other));
    }

    /** Other managers' entries become ours; the apply that follows takes away what they left. False: read again. */
    private boolean migrate(Planned planned, FieldOwnership.Migration migration) {
        Map<String, Object> live = planned.live == null ? Map.of() : planned.live;
        List<Map<String, Object>> operations = List.of(
                Map.of(
                        "op", "test",
                        "path", "/metadata/resourceVersion",
                        "value", Fields.text(live, "", "metadata", "resourceVersion")),
                Map.of("op", "replace", "path", "/metadata/managedFields", "value", migration.managedFields()));
        Reply reply = api.patch(planned.path(), operations, manager);
        if (reply instanceof Ok ok) {
            planned.live = ok.object();
            planned.unchanged = false;
            return true;
        }
        Failed failed = (Failed) reply;
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.ReadAgain
                || meaning instanceof Meaning.Absent
                || failed.answer().status() == 422) {
            return false;
        }
        throw end(planned, meaning, failed);
    }

    private void remove(Planned planned) {
        Map<String, Object> live = planned.live;
        if (live == null) {
            return;
        }
        permit.check();
        Reply reply = api.delete(
                planned.path(),
                Fields.text(live, "", "metadata", "uid"),
                Fields.textOrNull(live, "metadata", "resourceVersion"));
        if (reply instanceof Failed failed) {
            Meaning meaning = Meaning.of(failed.answer());
            if (meaning instanceof Meaning.ReadAgain) {
                throw Ended.soon("ChangedMeanwhile", planned.name + " changed while it was to be deleted");
            }
            if (!(meaning instanceof Meaning.Absent)) {
                throw end(planned, meaning, failed);
            }
        }
        for (int i = 0; i < LOOKS; i++) {
            if (api.get(planned.path()) instanceof Failed failed
                    && Meaning.of(failed.answer()) instanceof Meaning.Absent) {
                planned.live = null;
                planned.unchanged = false;
                return;
            }
            Pause.millis(i < 10 ? 10 : 50);
            permit.check();
        }
        throw Ended.soon("BeingDeleted", planned.name + " is being deleted, to be created again");
    }

    /** Its namespace or kind was brought by an earlier step: only now can it be looked at. */
    private void readLate(Planned planned) {
        planned.brought = false;
        readAgain(planned);
    }

    private @Nullable Map<String, Object> readAgain(Planned planned) {
        planned.live = null;
        planned.unchanged = false;
        boolean onlyNow = planned.notes.isEmpty();
        preflight.read(planned);
        if (planned.brought) {
            throw Ended.soon("CrdNotEstablished", planned.name.kind() + " is not served yet");
        }
        if (!preflight.faults().isEmpty()) {
            throw Ended.refused(preflight.faults());
        }
        inventories.check();
        if (!onlyNow) {
            dropRepeatedNotes(planned);
        }
        return planned.live;
    }

    private static void dropRepeatedNotes(Planned planned) {
        List<Note> once = planned.notes.stream().distinct().toList();
        planned.notes.clear();
        planned.notes.addAll(once);
    }

    private void inspect(
            Planned planned,
            @Nullable Map<String, Object> before,
            Map<String, Object> after,
            List<FieldOwnership.Field> taken) {
        if (Fields.at(after, "metadata", "deletionTimestamp") != null) {
            throw Ended.soon("BeingDeleted", planned.name + " is being deleted");
        }
        planned.live = after;
        planned.unchanged = true;
        planned.found(after);
        Inspection.notes(planned, before, after, taken, content);
    }

    private Ended end(Planned planned, Meaning meaning, Failed failed) {
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, failed.outcomeUnknown());
        }
        if (meaning instanceof Meaning.Conflict conflict) {
            return Ended.refused(Faults.conflicts(planned.name, conflict.fields()));
        }
        if (meaning instanceof Meaning.Refused refused) {
            if (failed.answer().status() == 403) {
                CustomResources.endIfGoing(api, planned);
            }
            return Ended.refused(Faults.refused(planned.name, refused));
        }
        return Ended.soon(
                meaning instanceof Meaning.KindMissing ? "CrdNotEstablished" : "NamespaceNotReady",
                planned.name + " cannot be written yet");
    }
}
