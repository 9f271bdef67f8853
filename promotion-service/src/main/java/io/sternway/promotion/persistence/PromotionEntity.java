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

    @Column(updatable = false)
    String project;

    @Column(updatable = false)
    String name;

    long generation;

    long auditSequence;

    @Nullable
    Instant nextDueAt;

    String phase;

    @JdbcTypeCode(SqlTypes.JSON)
    String settings;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    boolean waitsForReport;

    int failedAttempts;

    @Column(updatable = false)
    Instant createdAt;

    Instant updatedAt;
}
