package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A rollback (X5). */
@Entity
@Table(name = "rollback")
@IdClass(RollbackEntity.Key.class)
@DynamicUpdate
class RollbackEntity extends PanacheEntityBase {

    @Id
    String promotion;

    @Id
    String rollback;

    @Column(updatable = false)
    String stage;

    boolean inProgress;

    boolean kept;

    @Column(updatable = false)
    Instant startedAt;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    /** The primary key. */
    record Key(String promotion, String rollback) {}
}
