package io.sternway.executor.kubernetes.apply;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ParallelCalls;
import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.content.ApplyOrder;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.kubernetes.addressing.AddressedSnapshot;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.inventory.InventoryStore;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.executor.kubernetes.removal.ObjectRemoval;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One attempt to make a cluster hold a snapshot: look at everything, try everything, fence, write in order, look again.
 * Whatever an earlier attempt left, this one starts from what is there now (X2).
 */
public final class ApplyRun {
    private final ClusterApi api;
    private final ServedKinds kinds;
    private final Content content;
    private final Permit permit;
    private final ParallelCalls calls;
    private final AddressedSnapshot snapshot;
    private final InventoryStore inventories;
    private final Preflight preflight;
    private final CreatedObjects created;
    private final List<Note> cleared = new ArrayList<>();
    private final List<PlannedObject> all;
    private final Autoscalers autoscalers;
    private final ObjectWriter writing;

    public ApplyRun(ClusterApi api, ServedKinds kinds, Content content, Permit permit, ParallelCalls calls) {
        this.api = api;
        this.kinds = kinds;
        this.content = content;
        this.permit = permit;
        this.calls = calls;
        this.snapshot = new AddressedSnapshot(api, kinds, content);
        this.inventories = new InventoryStore(api, content);
        this.preflight = new Preflight(api, kinds, content, snapshot, inventories);
        this.created = new CreatedObjects(api, inventories, content.epoch());
        this.all = snapshot.objects().stream().map(PlannedObject::new).toList();
        this.autoscalers = new Autoscalers(api, kinds, content, all);
        this.writing = new ObjectWriter(api, content, preflight, autoscalers, inventories, permit, created);
    }

    public AttemptResult run() {
        permit.check();
        try {
            return apply();
        } catch (AttemptEndedException e) {
            if (e.result() instanceof AttemptResult.Stopped) {
                created.takeBack();
            }
            return e.result().after(notes());
        }
    }

    private AttemptResult.Done apply() {
        ObjectInventory looked = look();
        all.forEach(planned -> planned.leaveToControllers(content.owner().manager()));
        all.forEach(autoscalers::settle);
        boolean begunBefore = looked.exists() && looked.epoch() == content.epoch();
        all.forEach(planned -> planned.begunBefore = begunBefore);
        refuseIfAnyFault();
        ObjectInventory seen = content.mends() ? clearTheWay(looked) : looked;
        each(all, planned -> unlessInTheWay(planned, () -> preflight.attempt(planned, seen)));
        refuseIfAnyFault();
        permit.check();
        ObjectInventory inventory = begin(seen);
        inventory = write(inventory);
        inventories.verify(inventory);
        endIfDeferred();
        return done();
    }

    /** What is ours and may refuse everything else is put right before the rest is tried (K11). */
    private ObjectInventory clearTheWay(ObjectInventory seen) {
        Gatekeepers gatekeepers = new Gatekeepers(all);
        List<PlannedObject> wanted = gatekeepers.wanted();
        List<ObjectName> leaving = gatekeepers.leaving(seen);
        each(wanted, planned -> unlessInTheWay(planned, () -> preflight.attempt(planned, seen)));
        refuseIfAnyFault();
        List<PlannedObject> wrong =
                wanted.stream().filter(planned -> !planned.unchanged).toList();
        if (leaving.isEmpty() && wrong.isEmpty()) {
            return seen;
        }
        permit.check();
        ObjectInventory begun = begin(seen);
        each(wrong, planned -> unlessInTheWay(planned, () -> writing.write(planned)));
        wrong.stream()
                .filter(planned -> planned.applied != null)
                .forEach(planned ->
                        planned.note(NoteKind.Observed, "it was put right before anything that it may refuse"));
        takeAway(leaving, "it goes before anything that it may refuse");
        return begun;
    }

    private void takeAway(List<ObjectName> names, String why) {
        new ObjectRemoval(api, kinds, content, inventories, permit).remove(names);
        names.forEach(name -> cleared.add(new Note(name, NoteKind.Removed, why)));
    }

    private ObjectInventory look() {
        AtomicReference<ObjectInventory> inventory = new AtomicReference<>(ObjectInventory.none());
        List<Runnable> reads = new ArrayList<>();
        reads.add(() -> inventory.set(inventories.read()));
        all.stream()
                .map(planned -> planned.name.namespace())
                .filter(Objects::nonNull)
                .distinct()
                .forEach(namespace -> reads.add(() -> preflight.readNamespace(namespace)));
        autoscalers.namespaces().forEach(namespace -> reads.add(() -> autoscalers.read(namespace)));
        all.forEach(planned -> reads.add(() -> preflight.read(planned)));
        each(reads, Runnable::run);
        return Objects.requireNonNull(inventory.get());
    }

    private void refuseIfAnyFault() {
        if (!preflight.faults().isEmpty()) {
            throw AttemptEndedException.refused(preflight.faults());
        }
    }

    private ObjectInventory begin(ObjectInventory seen) {
        List<ObjectName> wanted = all.stream().map(planned -> planned.name).toList();
        permit.starting();
        boolean resumed = seen.exists()
                && seen.epoch() == content.epoch()
                && Retention.union(seen.objects(), wanted).size()
                        == seen.objects().size();
        if (resumed) {
            inventories.verify(seen);
            return seen;
        }
        return inventories.begin(seen, wanted);
    }

    private ObjectInventory write(ObjectInventory begun) {
        takeAway(autoscalers.leaving(), "it goes before what it scales is written");
        IdentityHashMap<Map<String, Object>, PlannedObject> byObject = new IdentityHashMap<>();
        all.forEach(planned -> byObject.put(planned.wanted, planned));
        List<PlannedObject> written = new ArrayList<>();
        ObjectInventory inventory = begun;
        int wave = Integer.MIN_VALUE;
        for (ApplyOrder.Step step :
                ApplyOrder.steps(all.stream().map(planned -> planned.wanted).toList())) {
            List<PlannedObject> now = step.objects().stream()
                    .map(object -> Objects.requireNonNull(byObject.get(object)))
                    .toList();
            if (step.rank().compareTo(ApplyOrder.Rank.Crd) > 0) {
                if (wave != Integer.MIN_VALUE && wave != step.wave() && !content.rollback()) {
                    new WaveGate(api, permit, this::each).await(List.copyOf(written));
                }
                wave = step.wave();
            }
            permit.check();
            each(now, planned -> unlessInTheWay(planned, () -> writing.write(planned)));
            if (step.rank() == ApplyOrder.Rank.Crd) {
                List<PlannedObject> definitions =
                        now.stream().filter(planned -> planned.applied != null).toList();
                each(definitions, planned -> CustomResources.awaitEstablished(api, planned, permit));
            }
            inventory = rememberJobs(now, inventory);
            written.addAll(now);
        }
        return inventory;
    }

    /** A Job that runs is remembered at once: an attempt that is repeated must not run it again (K6). */
    private ObjectInventory rememberJobs(List<PlannedObject> written, ObjectInventory inventory) {
        Map<String, Long> jobs = new TreeMap<>(inventory.jobs());
        written.stream()
                .filter(PlannedObject::isJob)
                .filter(planned -> planned.applied != null)
                .forEach(planned -> jobs.put(planned.name.identity(), content.revision()));
        return jobs.equals(inventory.jobs()) ? inventory : inventories.save(inventory.withJobs(jobs));
    }

    /** In a rollback what cannot go back, or not now, does not keep the rest (K10). */
    private void unlessInTheWay(PlannedObject planned, Runnable step) {
        if (!planned.exceptions.isEmpty() || planned.deferred != null) {
            return;
        }
        try {
            step.run();
        } catch (AttemptEndedException e) {
            if (!content.rollback()) {
                throw e;
            }
            if (e.result() instanceof AttemptResult.Refused refused) {
                planned.exceptions.addAllAbsent(refused.faults());
            } else if (e.result() instanceof AttemptResult.RetryLater again
                    && AnswerMeaning.TryAgain.isAboutOneObject(again.reason())) {
                planned.deferred = e;
            } else {
                throw e;
            }
        }
    }

    /** The rest is written: what could not be tried is tried again. */
    private void endIfDeferred() {
        all.stream()
                .map(planned -> planned.deferred)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(later -> {
                    throw later;
                });
    }

    /** Does this for all, several at the same time. Of several that end the attempt the weightiest counts. */
    private <T> void each(List<T> items, Consumer<T> work) {
        try {
            calls.each(items, work);
        } catch (AttemptEndedException e) {
            throw e.weightiest();
        } catch (ClusterException e) {
            // The thread was interrupted: what a cluster does is no exception here.
            throw AttemptEndedException.stopped(DeploymentReason.Interrupted);
        }
    }

    private AttemptResult.Done done() {
        List<AppliedObject> objects = all.stream()
                .map(planned -> planned.applied)
                .filter(Objects::nonNull)
                .toList();
        List<Fault> exceptions =
                all.stream().flatMap(planned -> planned.exceptions.stream()).toList();
        return new AttemptResult.Done(objects, notes(), exceptions);
    }

    private List<Note> notes() {
        return Stream.concat(all.stream().flatMap(planned -> planned.notes.stream()), cleared.stream())
                .distinct()
                .toList();
    }
}
