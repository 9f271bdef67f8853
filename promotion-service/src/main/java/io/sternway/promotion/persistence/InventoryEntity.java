package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
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

    String hash;

    @JdbcTypeCode(SqlTypes.JSON)
    String clusters;

    Instant readAt;

    @Nullable
    String heldHash;

    @JdbcTypeCode(SqlTypes.JSON)
    @Nullable
    String held;

    @Nullable
    Instant heldSince;

    @Nullable
    String fanOutAfter;
}
