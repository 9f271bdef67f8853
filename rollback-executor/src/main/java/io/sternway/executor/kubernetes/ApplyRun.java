package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.app.Permit;
import io.sternway.executor.app.Permit.StopSignal;
import io.sternway.executor.domain.content.ApplyOrder;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.content.WaveReadiness;
import io.sternway.executor.domain.target.AppliedObject;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Note;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One attempt to make a cluster hold a snapshot: look at everything, try everything, fence, write in order, look again.
 * Whatever an earlier attempt left, this one starts from what is there now (X2).
 */
final class ApplyRun {
    private final ClusterApi api;
    private final Content content;
    private final Permit permit;
    private final Fanout fanout;
    private final Planning planning;
    private final InventoryObject inventories;
    private final Preflight preflight;
    private final LateCreations created;
    private final Writing writing;

    ApplyRun(ClusterApi api, ServedKinds kinds, Content content, Permit permit, Fanout fanout) {
        this.api = api;
        this.content = content;
        this.permit = permit;
        this.fanout = fanout;
        this.planning = new Planning(api, kinds, content);
        this.inventories = new InventoryObject(api, content);
        this.preflight = new Preflight(api, kinds, content, planning, inventories);
        this.created = new LateCreations(api, inventories, content.epoch());
        this.writing = new Writing(api, content, preflight, inventories, permit, created);
    }

    Attempt run() {
        permit.check();
        List<Planned> all = planning.plan();
        try {
            return apply(all);
        } catch (Ended e) {
            return stopped(e.after(notes(all)));
        } catch (StopSignal e) {
            return stopped(new Attempt.Stopped(e.reason(), false, notes(all)));
        }
    }

    private Attempt stopped(Attempt end) {
        if (end instanceof Attempt.Stopped) {
            created.takeBack();
        }
        return end;
    }

    private Attempt.Done apply(List<Planned> all) {
        Inventory seen = look(all);
        refuseIfAnyFault();
        fanout.each(all, planned -> preflight.attempt(planned, seen));
        refuseIfAnyFault();
        permit.check();
        Inventory inventory = begin(seen, all);
        inventory = write(all, inventory);
        inventories.verify(inventory);
        return done(all);
    }

    private Inventory look(List<Planned> all) {
        AtomicReference<Inventory> inventory = new AtomicReference<>(Inventory.none());
        List<Runnable> reads = new ArrayList<>();
        reads.add(() -> inventory.set(inventories.read()));
        all.stream()
                .map(planned -> planned.name.namespace())
                .filter(Objects::nonNull)
                .distinct()
                .forEach(namespace -> reads.add(() -> preflight.readNamespace(namespace)));
        all.forEach(planned -> reads.add(() -> preflight.read(planned)));
        fanout.each(reads, Runnable::run);
        return Objects.requireNonNull(inventory.get());
    }

    private void refuseIfAnyFault() {
        if (!preflight.faults().isEmpty()) {
            throw Ended.refused(preflight.faults());
        }
    }

    private Inventory begin(Inventory seen, List<Planned> all) {
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

    private Inventory write(List<Planned> all, Inventory begun) {
        IdentityHashMap<Map<String, Object>, Planned> byObject = new IdentityHashMap<>();
        all.forEach(planned -> byObject.put(planned.wanted, planned));
        List<Planned> written = new ArrayList<>();
        Inventory inventory = begun;
        int wave = Integer.MIN_VALUE;
        for (ApplyOrder.Step step :
                ApplyOrder.steps(all.stream().map(planned -> planned.wanted).toList())) {
            List<Planned> now = step.objects().stream()
                    .map(object -> Objects.requireNonNull(byObject.get(object)))
                    .toList();
            if (step.rank().compareTo(ApplyOrder.Rank.CRD) > 0) {
                if (wave != Integer.MIN_VALUE && wave != step.wave()) {
                    fanout.each(List.copyOf(written), this::awaitReady);
                }
                wave = step.wave();
            }
            permit.check();
            fanout.each(now, writing::write);
            if (step.rank() == ApplyOrder.Rank.CRD) {
                fanout.each(now, planned -> CustomResources.awaitEstablished(api, planned, permit));
            }
            inventory = rememberJobs(now, inventory);
            written.addAll(now);
        }
        return inventory;
    }

    /** A Job that runs is remembered at once: an attempt that is repeated must not run it again (K6). */
    private Inventory rememberJobs(List<Planned> written, Inventory inventory) {
        Map<String, Long> jobs = new TreeMap<>(inventory.jobs());
        written.stream()
                .filter(Planned::isJob)
                .filter(planned -> planned.applied != null)
                .forEach(planned -> jobs.put(planned.name.identity(), content.revision()));
        return jobs.equals(inventory.jobs()) ? inventory : inventories.save(inventory.withJobs(jobs));
    }

    private void awaitReady(Planned planned) {
        if (planned.job == JobRule.Step.LEAVE_OUT || planned.job == JobRule.Step.DELETE) {
            return;
        }
        String missing =
                api.get(planned.path()) instanceof Ok ok ? WaveReadiness.missing(ok.object()) : "it cannot be read";
        if (missing != null) {
            throw Ended.soon("WaveNotReady", "the next wave waits for " + planned.name + ": " + missing);
        }
    }

    private static Attempt.Done done(List<Planned> all) {
        List<AppliedObject> objects = all.stream()
                .map(planned -> planned.applied)
                .filter(Objects::nonNull)
                .toList();
        return new Attempt.Done(objects, notes(all));
    }

    private static List<Note> notes(List<Planned> all) {
        return all.stream()
                .flatMap(planned -> planned.notes.stream())
                .distinct()
                .toList();
    }
}
