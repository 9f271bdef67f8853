/**
 * One look at one cluster: what is read, and what it shows. When to look and where to report it does not belong here.
 */
@NullMarked
package io.sternway.watcher.app.observe;

import org.jspecify.annotations.NullMarked;
