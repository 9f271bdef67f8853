package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.hibernate.annotations.DynamicUpdate;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A target: its ledger and the newest facts about it. */
@Entity
@Table(name = "target")
@IdClass(TargetEntity.Key.class)
@DynamicUpdate
class TargetEntity extends PanacheEntityBase {

    @Id
    String promotion;

    @Id
    String cluster;

    String stage;

    long healthEpoch;

    long healthTransition;

    @JdbcTypeCode(SqlTypes.JSON)
    String state;

    /** The primary key. */
    record Key(String promotion, String cluster) {}
}
