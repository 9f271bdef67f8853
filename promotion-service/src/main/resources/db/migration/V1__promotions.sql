-- Everything that promotion-service knows. Rows of a promotion are written only under the lock of its promotion row
-- (SELECT … FOR UPDATE): it guards the order of what is published for the key (architecture.md, rule 5).
-- A "state" column is the domain's own record as JSON; what is searched for stands in columns of its own.

-- One epoch for each target and dispatch, over all promotions (rule 6).
CREATE SEQUENCE epoch AS bigint CACHE 1;

CREATE TABLE promotion (
    promotion        text        PRIMARY KEY,            -- project/name, the key of all its events
    project          text        NOT NULL,
    name             text        NOT NULL,
    generation       bigint      NOT NULL,
    audit_sequence   bigint      NOT NULL,               -- of the newest audit record; survives delete and recreate
    next_due_at      timestamptz,                        -- written with the state that it belongs to (rule 7)
    phase            text        NOT NULL,               -- derived from the state, for lists and metrics only
    settings         jsonb       NOT NULL,
    state            jsonb       NOT NULL,
    waits_for_report boolean     NOT NULL,               -- a fresh report of one of its targets is to wake it (rule 8)
    failed_attempts  int         NOT NULL DEFAULT 0,     -- decisions in a row that threw; parked meanwhile
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX promotion_due ON promotion (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX promotion_phase ON promotion (phase);

CREATE TABLE revision (
    promotion  text        NOT NULL REFERENCES promotion,
    number     bigint      NOT NULL,
    kept       boolean     NOT NULL,                     -- false: pruned, its content is gone (R27)
    created_at timestamptz NOT NULL,
    state      jsonb       NOT NULL,
    PRIMARY KEY (promotion, number)
);

-- Apart from its revision, so that a decision does not load up to 8 MiB; gone when the revision is pruned.
CREATE TABLE revision_content (
    promotion text   NOT NULL,
    number    bigint NOT NULL,
    content   bytea  NOT NULL,                           -- canonical JSON: common content, and by stage
    PRIMARY KEY (promotion, number),
    FOREIGN KEY (promotion, number) REFERENCES revision
);

CREATE TABLE snapshot (
    promotion  text        NOT NULL REFERENCES promotion,
    hash       text        NOT NULL,                     -- of a stage's whole content
    content    bytea       NOT NULL,                     -- canonical JSON list of objects, placeholders unresolved
    created_at timestamptz NOT NULL,
    PRIMARY KEY (promotion, hash)
);

CREATE TABLE run (
    promotion  text        NOT NULL REFERENCES promotion,
    number     bigint      NOT NULL,
    kept       boolean     NOT NULL,                     -- false: history only, no decision needs it
    started_at timestamptz NOT NULL,
    state      jsonb       NOT NULL,
    PRIMARY KEY (promotion, number)
);

CREATE TABLE stage_state (
    promotion text  NOT NULL REFERENCES promotion,
    stage     text  NOT NULL,
    state     jsonb NOT NULL,
    PRIMARY KEY (promotion, stage)
) WITH (fillfactor = 70);

CREATE TABLE target (
    promotion         text   NOT NULL REFERENCES promotion,
    cluster           text   NOT NULL,
    stage             text   NOT NULL,
    health_epoch      bigint NOT NULL,                   -- of the newest health known, 0 if none
    health_transition bigint NOT NULL,                   -- its transition number, compared with each report (H10)
    state             jsonb  NOT NULL,
    PRIMARY KEY (promotion, cluster)
) WITH (fillfactor = 70);
CREATE INDEX target_cluster ON target (cluster);

CREATE TABLE rollback (
    promotion   text        NOT NULL REFERENCES promotion,
    rollback    text        NOT NULL,
    stage       text        NOT NULL,
    in_progress boolean     NOT NULL,
    kept        boolean     NOT NULL,                    -- false: history only, no decision needs it
    started_at  timestamptz NOT NULL,
    state       jsonb       NOT NULL,
    PRIMARY KEY (promotion, rollback)
);
-- One in progress for each scope (X5).
CREATE UNIQUE INDEX rollback_in_progress ON rollback (promotion, stage) WHERE in_progress;

-- The answer to each request, so that a repetition changes nothing and a reused id is seen (R1).
CREATE TABLE request (
    source      text        NOT NULL,
    id          text        NOT NULL,
    hash        text        NOT NULL,                    -- SHA-256 of the bytes
    promotion   text,
    outcome     text        NOT NULL,                    -- Accepted or Rejected
    reason      text        NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (source, id)
);
CREATE INDEX request_received ON request (received_at);

CREATE TABLE audit_record (
    stream      text        NOT NULL,                    -- a promotion's key, <project>/_rejected, or _fleet
    sequence    bigint      NOT NULL,
    event_id    text        NOT NULL,
    type        text        NOT NULL,
    occurred_at timestamptz NOT NULL,
    record      jsonb       NOT NULL,
    PRIMARY KEY (stream, sequence)
);
CREATE INDEX audit_record_occurred ON audit_record (occurred_at);

-- Streams that belong to no promotion; the row guards the sequence as a promotion's row does its own.
CREATE TABLE audit_stream (
    stream         text   PRIMARY KEY,
    audit_sequence bigint NOT NULL
);

CREATE TABLE inventory (
    source      text        PRIMARY KEY,
    hash        text        NOT NULL,                    -- of the newest reading that is not held
    clusters    jsonb       NOT NULL,
    read_at     timestamptz NOT NULL,
    held_hash   text,                                    -- of a reading that shrank and waits to be confirmed (R6)
    held        jsonb,
    held_since  timestamptz,
    fan_out_after text                                   -- promotions up to this key know the reading; NULL: all do
);

-- The newest report of each cluster (rule 8): state, not facts; written without any promotion's lock. All times are
-- ours, of receipt.
CREATE TABLE cluster_report (
    cluster     text        PRIMARY KEY,
    partition   int         NOT NULL,                    -- of the health topic
    reached     boolean     NOT NULL,
    interval_ms bigint      NOT NULL,
    heard_at    timestamptz NOT NULL,                    -- reached or not
    fresh_at    timestamptz,                             -- the newest that reached it
    fresh_since timestamptz,                             -- reached since then without a gap that was its own
    returns     bigint      NOT NULL,                    -- changes from not reached to reached
    term        bigint      NOT NULL,                    -- with the counter: which observation it repeats
    counter     bigint      NOT NULL
) WITH (fillfactor = 50);

-- How each partition of the health topic was heard: silence of a whole partition is ours.
CREATE TABLE partition_hearing (
    partition   int         PRIMARY KEY,
    heard_at    timestamptz NOT NULL,
    heard_since timestamptz NOT NULL,                    -- without a silence of more than three intervals
    interval_ms bigint      NOT NULL,
    deaf        jsonb       NOT NULL                     -- times that do not count: [{from, until}], the latest last
) WITH (fillfactor = 50);

-- Until when it is proven that everything published on a partition was merged: a deadline acts only on that.
CREATE TABLE partition_catch_up (
    partition    int         PRIMARY KEY,
    caught_up_at timestamptz NOT NULL
) WITH (fillfactor = 50);
