package io.sternway.promotion.persistence;

import com.fasterxml.jackson.core.type.TypeReference;
import io.sternway.events.EventIds;
import io.sternway.promotion.app.Inventories;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;
import org.jspecify.annotations.Nullable;

/**
 * The inventories in Postgres. Decisions need them each time and they seldom change, so what was read last is kept for as
 * long as its hashes are those in the database.
 */
@ApplicationScoped
class PanacheInventories implements Inventories {

    private static final TypeReference<Map<String, Map<String, String>>> CLUSTERS = new TypeReference<>() {};

    private final EntityManager entities;
    private final DueNotices notices;
    private volatile @Nullable Known known;

    PanacheInventories(EntityManager entities, DueNotices notices) {
        this.entities = entities;
        this.notices = notices;
    }

    @Override
    public Optional<Inventory> all() {
        String hashes = Objects.requireNonNullElse(
                entities.unwrap(Session.class)
                        .createNativeQuery(
                                "SELECT string_agg(source || '=' || hash || '/' || coalesce(held_hash, ''), ' ' ORDER BY"
                                        + " source) FROM inventory",
                                Tuple.class)
                        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
                        .getSingleResult()
                        .get(0, String.class),
                "");
        if (hashes.isEmpty()) {
            return Optional.empty();
        }
        Known last = known;
        if (last == null || !last.hashes().equals(hashes)) {
            List<InventoryEntity> rows = entities.unwrap(Session.class)
                    .createSelectionQuery("from InventoryEntity order by source", InventoryEntity.class)
                    .getResultList();
            last = new Known(
                    hashes,
                    together(rows.stream().map(PanacheInventories::inventory).toList()));
            known = last;
        }
        return Optional.of(last.inventory());
    }

    @Override
    public Optional<Inventory> lock(String source) {
        return Optional.ofNullable(entities.find(InventoryEntity.class, source, LockModeType.PESSIMISTIC_WRITE))
                .map(PanacheInventories::inventory);
    }

    @Override
    public void save(String source, Inventory inventory, Instant now) {
        InventoryEntity stored = entities.find(InventoryEntity.class, source);
        InventoryEntity row = stored == null ? new InventoryEntity() : stored;
        row.source = source;
        if (stored == null || !row.hash.equals(inventory.current().hash())) {
            row.clusters = StateJson.write(inventory.current().clusters());
        }
        row.hash = inventory.current().hash();
        row.readAt = now;
        row.fanOutAfter = "";
        Reading held = inventory.held();
        String heldHash = held == null ? null : held.hash();
        if (!Objects.equals(row.heldHash, heldHash)) {
            row.heldHash = heldHash;
            row.held = held == null ? null : StateJson.write(held.clusters());
            row.heldSince = held == null ? null : now;
        }
        if (stored == null) {
            row.persist();
        }
        entities.flush();
        notices.dueNow();
    }

    @Override
    public List<String> heldSources() {
        return entities.unwrap(Session.class)
                .createSelectionQuery(
                        "select source from InventoryEntity where heldHash is not null order by source", String.class)
                .getResultList();
    }

    private static Inventory inventory(InventoryEntity row) {
        return new Inventory(
                new Reading(row.hash, clusters(row.clusters)),
                row.heldHash == null || row.held == null ? null : new Reading(row.heldHash, clusters(row.held)));
    }

    private static Map<String, Map<String, String>> clusters(String json) {
        Map<String, Map<String, String>> clusters = new TreeMap<>();
        StateJson.read(json, CLUSTERS).forEach((name, labels) -> clusters.put(name, Map.copyOf(labels)));
        return clusters;
    }

    /** Several sources are one inventory; where two name the same cluster, the first source's labels hold. */
    private static Inventory together(List<Inventory> sources) {
        if (sources.size() == 1) {
            return sources.get(0);
        }
        Map<String, Map<String, String>> current = new TreeMap<>();
        sources.forEach(source -> source.current().clusters().forEach(current::putIfAbsent));
        List<Reading> held =
                sources.stream().map(Inventory::held).filter(Objects::nonNull).toList();
        Map<String, Map<String, String>> heldClusters = new TreeMap<>();
        sources.forEach(source -> Objects.requireNonNullElse(source.held(), source.current())
                .clusters()
                .forEach(heldClusters::putIfAbsent));
        return new Inventory(
                new Reading(hash(sources.stream().map(Inventory::current).toList()), current),
                held.isEmpty() ? null : new Reading(hash(held), heldClusters));
    }

    private static String hash(List<Reading> readings) {
        return EventIds.of(readings.stream().map(Reading::hash).toArray());
    }

    private record Known(String hashes, Inventory inventory) {}
}
