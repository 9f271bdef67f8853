package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** How a stage stands. */
@Entity
@Table(name = "stage_state")
@IdClass(StageEntity.Key.class)
@DynamicUpdate
class StageEntity extends PanacheEntityBase {

    @Id
    String promotion;

    @Id
    String stage;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    /** The primary key. */
    record Key(String promotion, String stage) {}
}
