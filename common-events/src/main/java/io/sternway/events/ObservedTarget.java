package io.sternway.events;

/**
 * A target that was looked at.
 *
 * @param project the project
 * @param promotion the promotion
 * @param epoch the epoch that it holds
 */
public record ObservedTarget(String project, String promotion, long epoch) {}
