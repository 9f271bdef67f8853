package io.sternway.promotion.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a request (R1). */
@Entity
@Table(name = "request")
@IdClass(RequestEntity.Key.class)
class RequestEntity extends PanacheEntityBase {

    @Id
    String source;

    @Id
    String id;

    String hash;

    @Nullable
    String promotion;

    String outcome;

    String reason;

    Instant receivedAt;

    /** The primary key. */
    record Key(String source, String id) {}
}
