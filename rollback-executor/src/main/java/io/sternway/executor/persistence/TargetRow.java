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

    @Column(nullable = false)
    String project;

    @Column(nullable = false)
    String promotion;

    @Column(nullable = false)
    String cluster;

    @Column(nullable = false)
    long epoch;

    @Column(nullable = false)
    String purpose;

    @Column(nullable = false)
    long revision;

    @Column(nullable = false)
    String snapshot;

    @Column(nullable = false)
    String outcome;

    @Nullable
    String reason;

    @Column(name = "stop_reason")
    @Nullable
    String stopReason;

    @Column(nullable = false)
    long sequence;

    @Column(name = "due_at")
    @Nullable
    Instant dueAt;

    @Column(name = "lease_owner", insertable = false, updatable = false)
    @Nullable
    String leaseOwner;

    @Column(name = "set_aside")
    @Nullable
    String setAside;

    @JdbcTypeCode(SqlTypes.JSON)
    @Column(nullable = false)
    String state;
}
