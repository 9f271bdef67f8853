package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.Comparison;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.Marks;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.Fault;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
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
    private final Planning planning;
    private final InventoryObject inventories;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();

    Preflight(ClusterApi api, ServedKinds kinds, Content content, Planning planning, InventoryObject inventories) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.planning = planning;
        this.inventories = inventories;
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Reads what is there. */
    void read(Planned planned) {
        if (planned.brought) {
            return;
        }
        Reply reply = api.get(planned.path());
        if (reply instanceof Ok ok) {
            planned.live = ok.object();
            checkLive(planned, ok.object());
            return;
        }
        Failed failed = (Failed) reply;
        Meaning meaning = Meaning.of(failed.answer());
        if (!(meaning instanceof Meaning.Absent) && !(meaning instanceof Meaning.NamespaceMissing)) {
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
            if (Fields.at(ok.object(), "metadata", "deletionTimestamp") != null) {
                throw Ended.soon(Meaning.NAMESPACE_TERMINATING, "namespace " + namespace + " is being deleted");
            }
            return;
        }
        Meaning meaning = Meaning.of(((Failed) reply).answer());
        if (meaning instanceof Meaning.TryAgain again) {
            throw Ended.tryAgain(again, false);
        }
        if (meaning instanceof Meaning.KindMissing) {
            throw Ended.soon("ReadFailed", "namespace " + namespace + " cannot be read");
        }
    }

    /** Tries it without storing it. */
    void attempt(Planned planned, Inventory inventory) {
        if (planned.brought) {
            return;
        }
        Map<String, Object> live = planned.live;
        boolean rerun = "Always".equals(Fields.annotation(planned.wanted, Marks.RERUN));
        boolean ran = inventory.ran(planned.name, content.revision());
        if (planned.isJob() && live == null) {
            planned.job = JobRule.decide(content.rollback(), rerun, ran, JobRule.Live.ABSENT);
            if (planned.job == JobRule.Step.LEAVE_OUT) {
                return;
            }
        }
        JobRule.Live found = tried(planned, live);
        if (planned.isJob() && live != null) {
            planned.job = JobRule.decide(content.rollback(), rerun, ran, found);
        } else {
            planned.replace = found == JobRule.Live.DIFFERENT;
        }
    }

    /** Whether an object's manager may be overruled. One that is not there yet is created, never overruled. */
    boolean force(Planned planned) {
        return planned.live != null && (content.rollback() || content.force());
    }

    /** Whether every owner of the conflicting fields is to be adopted. */
    boolean adoptable(Planned planned, Meaning.Conflict conflict) {
        return planned.adopt
                && conflict.fields().stream()
                        .allMatch(cause -> content.adoptFrom().contains(String.valueOf(Faults.manager(cause))));
    }

    private void checkLive(Planned planned, Map<String, Object> live) {
        String owner = Fields.label(live, Marks.PART_OF);
        String ours = content.owner().applySetId();
        if (owner != null && !owner.equals(ours)) {
            faults.add(Faults.foreign(planned.name, inventories.promotionOf(owner)));
            return;
        }
        if (Fields.at(live, "metadata", "deletionTimestamp") != null) {
            throw Ended.soon("BeingDeleted", planned.name + " is being deleted");
        }
        planned.adopt = owner == null && !content.adoptFrom().isEmpty();
        String autoscaler = FieldOwnership.autoscaler(live, content.owner().manager());
        if (autoscaler != null && Fields.at(planned.wanted, "spec", "replicas") != null) {
            Fields.remove(planned.wanted, "spec", "replicas");
            planned.note(Note.Kind.LEFT_TO_AUTOSCALER, ".spec.replicas is set by " + autoscaler);
        }
        if (content.rollback() && planned.name.kind().equals("CustomResourceDefinition")) {
            checkStoredVersions(planned, live);
        }
    }

    /** K7: objects may be stored in a version that the older definition does not know. */
    private void checkStoredVersions(Planned planned, Map<String, Object> live) {
        List<String> known = Fields.maps(planned.wanted, "spec", "versions").stream()
                .map(version -> Fields.text(version, "", "name"))
                .toList();
        if (Fields.at(live, "status", "storedVersions") instanceof List<?> stored) {
            for (Object version : stored) {
                if (!known.contains(String.valueOf(version))) {
                    faults.add(Faults.noEvidence(
                            planned.name,
                            "StorageVersionUnknown",
                            "objects may be stored in version " + version
                                    + ", which the definition to be restored does not have"));
                }
            }
        }
    }

    private JobRule.Live tried(Planned planned, @Nullable Map<String, Object> live) {
        Reply reply = dryRun(planned, force(planned));
        if (reply instanceof Failed failed
                && Meaning.of(failed.answer()) instanceof Meaning.Conflict conflict
                && adoptable(planned, conflict)) {
            reply = dryRun(planned, true);
        }
        if (reply instanceof Ok ok) {
            planned.unchanged = Comparison.sameButForStatus(live, ok.object());
            return JobRule.Live.COMPATIBLE;
        }
        Failed failed = (Failed) reply;
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.Refused
                && live != null
                && failed.answer().status() == 422
                && replaceable(planned)) {
            return wouldBeTakenAsNew(planned);
        }
        refuseOrEnd(planned, meaning, failed);
        return JobRule.Live.COMPATIBLE;
    }

    private Reply dryRun(Planned planned, boolean force) {
        return api.apply(planned.path(), planned.wanted, content.owner().manager(), force, true);
    }

    private static boolean replaceable(Planned planned) {
        return planned.isJob() || "IfImmutable".equals(Fields.annotation(planned.wanted, Marks.REPLACE));
    }

    /** The change is refused. If a new object with this content is taken, it is the change that is refused. */
    private JobRule.Live wouldBeTakenAsNew(Planned planned) {
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
            refuseOrEnd(planned, Meaning.of(failed.answer()), failed);
        }
        return JobRule.Live.DIFFERENT;
    }

    /** A call answered that there is no such kind; the API server's own lists must agree. */
    private void kindMissing(Planned planned) {
        if (kinds.ask(api, content.cluster(), planned.name).isPresent()) {
            throw Ended.soon("ReadFailed", planned.name.kind() + " was answered as unknown, but is served");
        }
        if (planning.bringsKind(planned.name)) {
            planned.brought = true;
        } else {
            faults.add(Faults.unknownKind(planned.name));
        }
    }

    private void refuseOrEnd(Planned planned, Meaning meaning, Failed failed) {
        if (meaning instanceof Meaning.NamespaceMissing missing) {
            if (planning.bringsNamespace(planned.name.namespace())) {
                planned.brought = true;
            } else {
                faults.add(Faults.missingNamespace(planned.name, missing.message()));
            }
        } else if (meaning instanceof Meaning.Conflict conflict) {
            faults.addAll(Faults.conflicts(planned.name, conflict.fields()));
        } else if (meaning instanceof Meaning.Refused refused) {
            if (failed.answer().status() == 403) {
                CustomResources.endIfGoing(api, planned);
            }
            faults.addAll(Faults.refused(planned.name, refused));
        } else if (meaning instanceof Meaning.TryAgain again) {
            throw Ended.tryAgain(again, false);
        } else if (meaning instanceof Meaning.KindMissing) {
            kindMissing(planned);
        } else {
            throw Ended.soon("ChangedMeanwhile", planned.name + " changed while it was looked at");
        }
    }
}
