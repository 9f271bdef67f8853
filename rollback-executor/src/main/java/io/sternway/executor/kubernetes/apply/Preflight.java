package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.Comparison;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Irreversible;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.kubernetes.addressing.AddressedSnapshot;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.executor.kubernetes.api.ObjectFaults;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Before anything is changed: who owns each object (K1), and would the API server take it (K2). Collects what stands
 * against all of them; nothing here writes.
 */
final class Preflight {
    private static final int PROBE_NAME = 40;

    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final AddressedSnapshot snapshot;
    private final InventoryStore inventories;
    private final Ourselves ourselves;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();

    Preflight(
            ClusterApi api,
            ServedKinds kinds,
            Content content,
            AddressedSnapshot snapshot,
            InventoryStore inventories) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.snapshot = snapshot;
        this.inventories = inventories;
        this.ourselves = new Ourselves(api, content.owner().manager());
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Reads what is there. */
    void read(PlannedObject planned) {
        if (planned.brought) {
            return;
        }
        Reply reply = api.get(planned.path());
        if (reply instanceof Ok ok) {
            planned.read(ok.object());
            checkLive(planned, ok.object());
            return;
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning.isAbsence()) {
            planned.read(null);
        } else {
            refuseOrEnd(planned, meaning, failed);
        }
    }

    /**
     * A namespace that is going takes updates with 200 and then loses everything. Whoever may not read namespaces goes
     * on without this look.
     */
    void readNamespace(String namespace) {
        Reply reply = api.get("/api/v1/namespaces/" + namespace);
        if (reply instanceof Ok ok) {
            if (Fields.isGoing(ok.object())) {
                throw AttemptEndedException.soon(
                        DeploymentReason.NamespaceTerminating, "namespace " + namespace + " is being deleted");
            }
            return;
        }
        AnswerMeaning meaning = ((Failed) reply).meaning();
        if (meaning instanceof AnswerMeaning.TryAgain again) {
            throw AttemptEndedException.retry(again, false);
        }
        if (meaning instanceof AnswerMeaning.KindMissing) {
            throw AttemptEndedException.soon(DeploymentReason.ReadFailed, "namespace " + namespace + " cannot be read");
        }
    }

    /** Tries it without storing it. */
    void attempt(PlannedObject planned, ObjectInventory inventory) {
        if (planned.brought) {
            return;
        }
        Map<String, Object> live = planned.live;
        boolean rerun = "Always".equals(Fields.annotation(planned.wanted, MetadataKeys.RERUN));
        boolean ran = inventory.ran(planned.name, content.revision());
        if (planned.isJob() && live == null) {
            planned.job = JobRule.decide(content.rollback(), rerun, ran, JobRule.Live.Absent);
            if (planned.job == JobRule.Step.LeaveOut) {
                return;
            }
        }
        JobRule.Live found = tried(planned, live);
        if (planned.isJob() && live != null) {
            planned.job = JobRule.decide(content.rollback(), rerun, ran, found);
        } else {
            planned.replace = found == JobRule.Live.Different;
        }
    }

    /** Whether an object's manager may be overruled. One that is not there yet is created, never overruled. */
    boolean force(PlannedObject planned) {
        return planned.live != null && (content.rollback() || content.force() || planned.overrulesAutoscaler);
    }

    /** Whether every owner of the conflicting fields is to be adopted. */
    boolean adoptable(PlannedObject planned, AnswerMeaning.Conflict conflict) {
        return planned.adopt
                && conflict.fields().stream()
                        .allMatch(cause -> content.adoptFrom().contains(String.valueOf(ObjectFaults.manager(cause))));
    }

    private void checkLive(PlannedObject planned, Map<String, Object> live) {
        String owner = Fields.label(live, MetadataKeys.PART_OF);
        String ours = content.owner().applySetId();
        if (owner != null && !owner.equals(ours)) {
            faults.add(ObjectFaults.foreign(planned.name, inventories.promotionOf(owner)));
            return;
        }
        if (Fields.isGoing(live)) {
            throw AttemptEndedException.soon(DeploymentReason.BeingDeleted, planned.name + " is being deleted");
        }
        planned.adopt = owner == null && !content.adoptFrom().isEmpty();
        if (content.rollback()) {
            Irreversible.keep(planned.wanted, live).forEach(words -> planned.note(NoteKind.Retained, words));
        }
        if (content.rollback() && planned.name.kind().equals("CustomResourceDefinition")) {
            checkStoredVersions(planned, live);
        }
    }

    /** K7: objects may be stored in a version that the older definition does not know. */
    private void checkStoredVersions(PlannedObject planned, Map<String, Object> live) {
        List<String> known = Fields.maps(planned.wanted, "spec", "versions").stream()
                .map(version -> Fields.text(version, "", "name"))
                .toList();
        if (Fields.at(live, "status", "storedVersions") instanceof List<?> stored) {
            for (Object version : stored) {
                if (!known.contains(String.valueOf(version))) {
                    faults.add(ObjectFaults.noEvidence(
                            planned.name,
                            DeploymentReason.StorageVersionUnknown,
                            "objects may be stored in version " + version
                                    + ", which the definition to be restored does not have"));
                }
            }
        }
    }

    private JobRule.Live tried(PlannedObject planned, @Nullable Map<String, Object> live) {
        Reply reply = dryRun(planned, force(planned));
        if (reply instanceof Failed failed && failed.meaning() instanceof AnswerMeaning.Conflict conflict) {
            planned.overrulesAutoscaler = planned.autoscalerLeaves
                    && conflict.fields().stream().allMatch(cause -> ".spec.replicas".equals(cause.field()));
            if (planned.overrulesAutoscaler || adoptable(planned, conflict)) {
                reply = dryRun(planned, true);
            }
        }
        if (reply instanceof Ok ok) {
            planned.unchanged = Comparison.sameButForStatus(live, ok.object());
            return JobRule.Live.Compatible;
        }
        Failed failed = (Failed) reply;
        AnswerMeaning meaning = failed.meaning();
        if (meaning instanceof AnswerMeaning.Refused
                && live != null
                && failed.answer().status() == 422
                && replaceable(planned, live)) {
            return wouldBeTakenAsNew(planned);
        }
        refuseOrEnd(planned, meaning, failed);
        return JobRule.Live.Compatible;
    }

    private Reply dryRun(PlannedObject planned, boolean force) {
        return api.apply(planned.path(), planned.wanted, content.owner().manager(), force, true);
    }

    private boolean replaceable(PlannedObject planned, Map<String, Object> live) {
        return planned.isJob()
                || "IfImmutable".equals(Fields.annotation(planned.wanted, MetadataKeys.REPLACE))
                || (content.rollback()
                        && (Irreversible.isImmutableWithOtherData(planned.wanted, live)
                                || (Irreversible.isBindingOfAnotherRole(planned.wanted, live)
                                        && !ourselves.isBoundBy(live))));
    }

    /** The change is refused. If a new object with this content is taken, it is the change that is refused. */
    private JobRule.Live wouldBeTakenAsNew(PlannedObject planned) {
        Map<String, Object> other = Fields.copy(planned.wanted);
        String name = planned.name.name();
        Fields.set(other, name.substring(0, Math.min(name.length(), PROBE_NAME)) + "-sternway-try", "metadata", "name");
        ObjectName at = planned.name;
        Reply reply = api.create(
                planned.kind.collection(at.apiVersion(), at.namespace()),
                other,
                content.owner().manager(),
                true);
        if (reply instanceof Failed failed) {
            refuseOrEnd(planned, failed.meaning(), failed);
        }
        return JobRule.Live.Different;
    }

    /** A call answered that there is no such kind; the API server's own lists must agree. */
    private void kindMissing(PlannedObject planned) {
        if (kinds.ask(api, content.cluster(), planned.name).isPresent()) {
            throw AttemptEndedException.soon(
                    DeploymentReason.ReadFailed, planned.name.kind() + " was answered as unknown, but is served");
        }
        if (snapshot.bringsKind(planned.name)) {
            planned.brought = true;
        } else {
            stands(planned, List.of(ObjectFaults.unknownKind(planned.name)));
        }
    }

    /** In a rollback what cannot go back does not keep the rest (K10). */
    private void stands(PlannedObject planned, List<Fault> against) {
        (content.rollback() ? planned.exceptions : faults).addAll(against);
    }

    private void refuseOrEnd(PlannedObject planned, AnswerMeaning meaning, Failed failed) {
        if (meaning instanceof AnswerMeaning.NamespaceMissing missing) {
            if (snapshot.bringsNamespace(planned.name.namespace())) {
                planned.brought = true;
            } else {
                stands(planned, List.of(ObjectFaults.missingNamespace(planned.name, missing.message())));
            }
        } else if (meaning instanceof AnswerMeaning.Conflict conflict) {
            stands(planned, ObjectFaults.conflicts(planned.name, conflict.fields()));
        } else if (meaning instanceof AnswerMeaning.Refused refused) {
            if (failed.answer().status() == 403) {
                CustomResources.endIfGoing(api, planned);
            }
            stands(planned, ObjectFaults.refused(planned.name, refused));
        } else if (meaning instanceof AnswerMeaning.TryAgain again) {
            throw AttemptEndedException.retry(again.about(planned.name), false);
        } else if (meaning instanceof AnswerMeaning.KindMissing) {
            kindMissing(planned);
        } else {
            throw AttemptEndedException.soon(
                    DeploymentReason.ChangedMeanwhile, planned.name + " changed while it was looked at");
        }
    }
}
