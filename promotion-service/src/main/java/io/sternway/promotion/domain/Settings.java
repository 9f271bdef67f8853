package io.sternway.promotion.domain;

import io.sternway.promotion.domain.stage.StageSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything in the document except the content; numbered as {@code generation}. New settings restart nothing.
 *
 * @param labels the promotion's labels
 * @param stages the stages in order, at least one, names unique
 * @param revisionHistoryLimit how many revisions are kept (R27), 1..100
 */
public record Settings(Map<String, String> labels, List<StageSettings> stages, int revisionHistoryLimit) {

    public Settings {
        labels = Map.copyOf(labels);
        stages = List.copyOf(stages);
    }

    /** The settings of a stage, if the document still has it. */
    public Optional<StageSettings> stage(String name) {
        return stages.stream().filter(s -> s.name().equals(name)).findFirst();
    }
}
