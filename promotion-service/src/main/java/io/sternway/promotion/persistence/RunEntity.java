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

/** One attempt to take a revision through the stages. */
@Entity
@Table(name = "run")
@IdClass(RunEntity.Key.class)
@DynamicUpdate
class RunEntity extends PanacheEntityBase {

    @Id
    String promotion;

    @Id
    long number;

    boolean kept;

    @Column(updatable = false)
    Instant startedAt;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    /** The primary key. */
    record Key(String promotion, long number) {}
}
