package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.store.Stored;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Lists that were begun with a limit: the next page shows the same state as the first. Only the newest are kept. */
final class Continuations {
    private static final int KEPT = 16;

    private final Map<String, Rest> rests = new LinkedHashMap<>();

    /** @param objects what has not been shown yet */
    record Rest(List<Stored> objects, long resourceVersion) {}

    synchronized String keep(Rest rest) {
        String token = "eyJ2Ijoi" + UUID.randomUUID().toString().replace("-", "");
        rests.put(token, rest);
        if (rests.size() > KEPT) {
            rests.remove(rests.keySet().iterator().next());
        }
        return token;
    }

    /** A page can be asked for again. */
    synchronized Rest of(String token) {
        Rest rest = rests.get(token);
        if (rest != null) {
            return rest;
        }
        if (!token.startsWith("eyJ2Ijoi")) {
            throw Failures.badRequest("invalid continue token: continue key is not valid: invalid character 'i' looking"
                    + " for beginning of value");
        }
        throw new ApiFailure(
                410,
                "Expired",
                "The provided continue parameter is too old to display a consistent list result. You can start a new"
                        + " list without the continue parameter.",
                null);
    }

    synchronized void forget() {
        rests.clear();
    }
}
