package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A copy of an audit event, for when the topic's retention has removed it. */
@Entity
@Table(name = "audit_record")
@IdClass(AuditEntity.Key.class)
class AuditEntity extends PanacheEntityBase {

    @Id
    String stream;

    @Id
    long sequence;

    String eventId;

    String type;

    Instant occurredAt;

    @JdbcTypeCode(SqlTypes.JSON)
    String record;

    /** The primary key. */
    record Key(String stream, long sequence) {}
}
