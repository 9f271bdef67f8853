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

/** The inventory as one source reads it, and a reading that is held back. */
@Entity
@Table(name = "inventory")
@DynamicUpdate
class InventoryEntity extends PanacheEntityBase {

    @Id
    String source;

    @Column(nullable = false)
    String hash;

    @Column(nullable = false)
    @JdbcTypeCode(SqlTypes.JSON)
    String clusters;

    @Column(name = "read_at", nullable = false)
    Instant readAt;

    @Column(name = "held_hash")
    @Nullable
    String heldHash;

    @Column
    @JdbcTypeCode(SqlTypes.JSON)
    @Nullable
    String held;

    @Column(name = "held_since")
    @Nullable
    Instant heldSince;

    @Column(name = "fan_out_after")
    @Nullable
    String fanOutAfter;
}
