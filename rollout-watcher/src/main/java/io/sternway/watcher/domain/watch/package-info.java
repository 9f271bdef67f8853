/**
 * What is watched, how often it is looked at (H1) and what a look has to read (H2). Pure; nothing of clients, threads or
 * Kafka belongs here.
 */
@NullMarked
package io.sternway.watcher.domain.watch;

import org.jspecify.annotations.NullMarked;
