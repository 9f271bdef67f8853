/**
 * Everything goes wrong at once, and nothing is lost or done twice: random schedules of faults from a seed, and named
 * scenarios. A schedule is plain data; what plays it judges by topics and cluster APIs only.
 */
@NullMarked
package io.sternway.systemtests.faults;

import org.jspecify.annotations.NullMarked;
