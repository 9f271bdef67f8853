package io.sternway.events;

import java.util.List;

/**
 * What has not started at these epochs is not to start; what has, stops after the API call in flight (X1).
 *
 * @param command this command's own id
 * @param project the project
 * @param promotion the promotion
 * @param reason why, CamelCase
 * @param targets the clusters and epochs
 */
public record CommandCancelled(
        String command, String project, String promotion, String reason, List<TargetEpoch> targets) {

    public CommandCancelled {
        targets = List.copyOf(targets);
    }
}
