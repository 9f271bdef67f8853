package io.sternway.executor.persistence;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.EventJson;
import io.sternway.executor.app.Snapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Snapshots in Postgres. The last few are kept parsed: a wave asks for one and the same many times. */
@ApplicationScoped
public class PanacheSnapshots implements Snapshots {
    private static final TypeReference<List<JsonNode>> OBJECTS = new TypeReference<>() {};
    private static final int PARSED = 4;

    private final EntityManager entities;
    private final Map<SnapshotRow.Key, List<JsonNode>> parsed = new LinkedHashMap<>(16, 0.75f, true);

    PanacheSnapshots(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public boolean isKnown(String project, String promotion, String hash) {
        return SnapshotRow.count("project = ?1 and promotion = ?2 and hash = ?3", project, promotion, hash) > 0;
    }

    @Override
    public Optional<List<JsonNode>> find(String project, String promotion, String hash) {
        SnapshotRow.Key key = new SnapshotRow.Key(project, promotion, hash);
        synchronized (parsed) {
            List<JsonNode> known = parsed.get(key);
            if (known != null) {
                return Optional.of(known);
            }
        }
        SnapshotRow row = entities.find(SnapshotRow.class, key);
        if (row == null) {
            return Optional.empty();
        }
        List<JsonNode> objects = read(row.content);
        synchronized (parsed) {
            parsed.put(key, objects);
            if (parsed.size() > PARSED) {
                parsed.remove(parsed.keySet().iterator().next());
            }
        }
        return Optional.of(objects);
    }

    @Override
    public void store(String project, String promotion, String hash, List<JsonNode> objects) {
        entities.createNativeQuery("insert into snapshot (project, promotion, hash, content)"
                        + " values (:project, :promotion, :hash, :content) on conflict do nothing")
                .setParameter("project", project)
                .setParameter("promotion", promotion)
                .setParameter("hash", hash)
                .setParameter("content", EventJson.write(objects))
                .executeUpdate();
    }

    @Override
    public void forget(String project, String promotion, String hash) {
        SnapshotRow.delete("project = ?1 and promotion = ?2 and hash = ?3", project, promotion, hash);
        synchronized (parsed) {
            parsed.remove(new SnapshotRow.Key(project, promotion, hash));
        }
    }

    private static List<JsonNode> read(byte[] content) {
        try {
            return EventJson.mapper().readValue(content, OBJECTS);
        } catch (IOException e) {
            throw new IllegalStateException("a stored snapshot cannot be read", e);
        }
    }
}
