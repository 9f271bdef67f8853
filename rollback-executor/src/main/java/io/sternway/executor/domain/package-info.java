/**
 * What the executor decides, as pure functions: no clock, no I/O, no randomness, nothing but the JDK. The moves of a
 * target are in {@code ledger}, what is known about the objects of a snapshot in {@code content}, and what an API
 * server's answer means in {@code answer}.
 */
@NullMarked
package io.sternway.executor.domain;

import org.jspecify.annotations.NullMarked;
