/**
 * Which partitions are owned, which clusters are therefore looked at, and when: each by itself, at its interval or sooner,
 * on few threads. What a look reads, and anything of consumers or groups, does not belong here.
 */
@NullMarked
package io.sternway.watcher.app.poll;

import org.jspecify.annotations.NullMarked;
