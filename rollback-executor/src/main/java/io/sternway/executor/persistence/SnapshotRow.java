package io.sternway.executor.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A stage's content as it was published. */
@Entity
@Table(name = "snapshot")
@IdClass(SnapshotRow.Key.class)
class SnapshotRow extends PanacheEntityBase {

    @Id
    String project;

    @Id
    String promotion;

    @Id
    String hash;

    byte[] content;

    record Key(String project, String promotion, String hash) implements Serializable {}
}
