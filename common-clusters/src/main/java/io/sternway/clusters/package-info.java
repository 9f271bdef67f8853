/**
 * The inventory of clusters and how to reach them: the file, its reading, one client for each cluster, and what a
 * failed call means. Plain classes, used by the executor and the watcher alike. What is done with a cluster, and any
 * framework, does not belong here.
 */
@NullMarked
package io.sternway.clusters;

import org.jspecify.annotations.NullMarked;
