package io.sternway.systemtests.scenario;

import io.sternway.sandbox.story.Requests;
import io.sternway.systemtests.ground.Ground;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One publisher for each ground, as one CI system has. */
final class Publishers {

    private static final Map<Ground, Requests> BY_GROUND = new ConcurrentHashMap<>();

    private Publishers() {}

    static Requests of(Ground ground) {
        return BY_GROUND.computeIfAbsent(
                ground, ignored -> new Requests(ground.stack().broker().bootstrapServers()));
    }
}
