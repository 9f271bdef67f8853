package io.sternway.executor.kubernetes.addressing;

import io.sternway.executor.domain.content.ObjectName;
import java.util.Map;

/**
 * One object of the snapshot, and how it is addressed on this cluster.
 *
 * @param name its name there
 * @param kind how its kind is addressed
 * @param wanted as it is to be applied: with our label
 * @param brought whether its kind comes with the same snapshot
 */
public record AddressedObject(ObjectName name, ServedKind kind, Map<String, Object> wanted, boolean brought) {}
