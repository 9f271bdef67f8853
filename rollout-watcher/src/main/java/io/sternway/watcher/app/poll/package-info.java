/**
 * When clusters are looked at: each by itself, at its interval or sooner, on few threads. What a look reads does not belong
 * here.
 */
@NullMarked
package io.sternway.watcher.app.poll;

import org.jspecify.annotations.NullMarked;
