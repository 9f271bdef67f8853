package io.sternway.evaluator.domain;

import java.util.Map;

/**
 * What a target holds completely, as far as health is concerned.
 *
 * @param epoch the epoch
 * @param limits when failing counts as failed
 * @param progressAtApply by object id, the Progressing condition that stood there when the apply returned
 */
public record Held(long epoch, Limits limits, Map<String, Progress> progressAtApply) {

    public Held {
        progressAtApply = Map.copyOf(progressAtApply);
    }
}
