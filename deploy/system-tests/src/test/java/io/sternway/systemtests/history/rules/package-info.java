/** What must hold in every history, one class for each rule. They know events and plain data, no stack. */
@NullMarked
package io.sternway.systemtests.history.rules;

import org.jspecify.annotations.NullMarked;
