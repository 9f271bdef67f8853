/**
 * Reads clusters through their APIs: the only place that knows the Kubernetes client. It keeps of each object what
 * readiness looks at and nothing else; it never writes and never reads Secrets.
 */
@NullMarked
package io.sternway.watcher.kubernetes;

import org.jspecify.annotations.NullMarked;
