/**
 * What is known about Kubernetes objects without asking anybody: their order, who owns which field, when a wave is
 * ready, what may be pruned, when a Job runs. Objects are JSON as maps, lists and scalars. No calls to an API server.
 */
@NullMarked
package io.sternway.executor.domain.content;

import org.jspecify.annotations.NullMarked;
