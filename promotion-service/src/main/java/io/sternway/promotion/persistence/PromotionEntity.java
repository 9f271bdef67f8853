package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The row that guards everything of its promotion. */
@Entity
@Table(name = "promotion")
@DynamicUpdate
class PromotionEntity extends PanacheEntityBase {

    @Id
    String promotion;

    @Column(nullable = false, updatable = false)
    String project;

    @Column(nullable = false, updatable = false)
    String name;

    @Column(nullable = false)
    long generation;

    @Column(name = "audit_sequence", nullable = false)
    long auditSequence;

    @Column(name = "next_due_at")
    @Nullable
    Instant nextDueAt;

    @Column(nullable = false)
    String phase;

    @Column(nullable = false)
    @JdbcTypeCode(SqlTypes.JSON)
    String settings;

    @Column(nullable = false)
    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    @Column(name = "waits_for_report", nullable = false)
    boolean waitsForReport;

    @Column(name = "failed_attempts", nullable = false)
    int failedAttempts;

    @Column(name = "created_at", nullable = false, updatable = false)
    Instant createdAt;

    @Column(name = "updated_at", nullable = false)
    Instant updatedAt;
}
