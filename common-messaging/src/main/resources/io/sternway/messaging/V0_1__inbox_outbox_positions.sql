-- What common-messaging keeps in a service's own schema. A service includes it with
-- quarkus.flyway.locations=db/migration,io/sternway/messaging ; versions below 1 are reserved for it.

-- Messages that were taken (source and id of the CloudEvent), so that a repetition changes nothing.
create table inbox (
    source      text        not null,
    id          text        not null,
    hash        bytea       not null,
    received_at timestamptz not null default now(),
    primary key (source, id)
);
create index inbox_received_at on inbox (received_at);

-- Messages to be published. A row is deleted once the broker has acknowledged it, so the table is empty at rest.
-- Rows of one key have one shard; within a shard the order of ids is the order of publication.
create table outbox (
    id         bigint generated always as identity,
    shard      smallint    not null,
    topic      text        not null,
    key        text        not null,
    headers    text[]      not null,
    value      bytea,
    bytes      integer     not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (shard, id)
);
alter table outbox alter column value set storage external;
alter table outbox set (
    fillfactor = 100,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 10000,
    autovacuum_vacuum_cost_delay = 0
);

-- Who may remove rows of a shard: each claim has a higher term, and an older one removes nothing.
create table outbox_shard (
    shard smallint primary key,
    term  bigint   not null
) with (fillfactor = 50);

-- Messages that the broker refuses for what they are. To try one again:
--   with moved as (delete from outbox_failed where id = ... returning shard, topic, key, headers, value, bytes)
--   insert into outbox (shard, topic, key, headers, value, bytes) select * from moved;
create table outbox_failed (
    id         bigint      primary key,
    shard      smallint    not null,
    topic      text        not null,
    key        text        not null,
    headers    text[]      not null,
    value      bytea,
    bytes      integer     not null,
    created_at timestamptz not null,
    failed_at  timestamptz not null default now(),
    reason     text        not null
);

-- How far each partition was read: the consumer's own position after a poll.
create table consumer_position (
    topic     text        not null,
    partition integer     not null,
    position  bigint      not null,
    moved_at  timestamptz not null default now(),
    primary key (topic, partition)
) with (fillfactor = 50);
