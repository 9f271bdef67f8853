/**
 * Asks a history every rule: collects it once the stack is at rest, after each test. The tests here show with made-up
 * histories that each rule is kept by a healthy life, and finds what breaks it.
 */
@NullMarked
package io.sternway.systemtests.history.check;

import org.jspecify.annotations.NullMarked;
