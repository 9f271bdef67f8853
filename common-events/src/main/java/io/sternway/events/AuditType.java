package io.sternway.events;

/** The facts that {@code sternway.audit} records; each is an event type of its own with one common body. */
public enum AuditType {
    PromotionAccepted,
    PromotionRejected
}
