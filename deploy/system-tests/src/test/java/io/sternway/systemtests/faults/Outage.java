package io.sternway.systemtests.faults;

import java.time.Duration;

/**
 * A fault and its time.
 *
 * @param from when it begins
 * @param lasting how long it lasts at least; mending takes its own time
 * @param fault what goes wrong
 */
record Outage(Duration from, Duration lasting, Fault fault) {

    Duration until() {
        return from.plus(lasting);
    }
}
