package io.sternway.executor.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** Contents of stages, by their hash. Every method runs in the caller's transaction. */
public interface Snapshots {

    boolean isKnown(String project, String promotion, String hash);

    Optional<List<JsonNode>> find(String project, String promotion, String hash);

    /** Stores it; again changes nothing. */
    void store(String project, String promotion, String hash, List<JsonNode> objects);

    void forget(String project, String promotion, String hash);
}
