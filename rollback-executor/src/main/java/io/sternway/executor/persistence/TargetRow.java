package io.sternway.executor.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A target's row. {@code state} is the whole; the rest is what is searched for. */
@Entity
@Table(name = "target")
class TargetRow extends PanacheEntityBase {

    @Id
    String key;

    String project;

    String promotion;

    String cluster;

    long epoch;

    String purpose;

    long revision;

    String snapshot;

    String outcome;

    @Nullable
    String reason;

    @Nullable
    String stopReason;

    long sequence;

    @Nullable
    Instant dueAt;

    @Column(insertable = false, updatable = false)
    @Nullable
    String leaseOwner;

    @Nullable
    String setAside;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;
}
