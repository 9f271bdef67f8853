package io.sternway.vocabulary;

/** What something happened to. */
public enum AuditKind {
    request,
    revision,
    promotion,
    run,
    stage,
    target,
    cluster,
    inventory,
    rollback,
    gate,
    approval
}
