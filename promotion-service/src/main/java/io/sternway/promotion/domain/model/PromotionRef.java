package io.sternway.promotion.domain.model;

import java.util.Collections;
import java.util.Map;

/**
 * Names a promotion, and everything in it: ids are made of what they name, so that the same decision taken twice gives
 * the same ids.
 *
 * @param project the project that owns it, a DNS label
 * @param name its name, unique in the project, a DNS label
 */
public record PromotionRef(String project, String name) {

    /** {@code project/name}. */
    public String key() {
        return project + "/" + name;
    }

    /** The id of a run: {@code project/name/run/3}. */
    public String runId(long run) {
        return key() + "/run/" + run;
    }

    /** The id of the one rollback of a stage for a run: {@code project/name/rollback/3/production}. */
    public String rollbackId(long run, String stage) {
        return key() + "/rollback/" + run + "/" + stage;
    }

    /**
     * The id of a command.
     *
     * @param verb what it asks for, for example {@code deploy}
     * @param firstEpoch the lowest epoch that it names; no verb is used twice for one epoch
     */
    public String commandId(String verb, long firstEpoch) {
        return key() + "/" + verb + "/" + firstEpoch;
    }

    /**
     * The same, of a command that names a cluster's epoch for each.
     *
     * @param epochs cluster to epoch, at least one
     */
    public String commandId(String verb, Map<String, Long> epochs) {
        return commandId(verb, Collections.min(epochs.values()));
    }

    @Override
    public String toString() {
        return key();
    }
}
