package io.sternway.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything in a promotion's document except the content, defaults filled in; numbered as {@code generation}. New settings
 * restart nothing.
 *
 * @param labels the promotion's labels
 * @param stages the stages in order, at least one, names unique
 * @param revisionHistoryLimit how many revisions are kept beyond those that are needed (R27), 1 to 100
 */
public record Settings(Map<String, String> labels, List<StageSettings> stages, int revisionHistoryLimit) {

    /** {@code revisionHistoryLimit} of a document that gives none. */
    public static final int DEFAULT_REVISION_HISTORY_LIMIT = 10;

    public Settings {
        labels = Map.copyOf(labels);
        stages = List.copyOf(stages);
    }

    /** The settings of a stage, if the document still has it. */
    public Optional<StageSettings> stage(String name) {
        return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
    }
}
