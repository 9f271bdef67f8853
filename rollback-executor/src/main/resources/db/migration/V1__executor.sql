-- One row for each target (delivery.md, X1): the newest desired epoch, how far it has come, and who works on it.
-- The columns beside "state" are what is searched for, or what an operator wants to see; "state" is the whole.
create table target (
    key         text        primary key,          -- cluster/project/promotion
    project     text        not null,
    promotion   text        not null,
    cluster     text        not null,
    epoch       bigint      not null,
    purpose     text        not null,
    revision    bigint      not null,
    snapshot    text        not null,
    outcome     text        not null,
    reason      text,
    stop_reason text,
    sequence    bigint      not null,
    due_at      timestamptz,                      -- absent: there is nothing to do
    lease_owner text,
    lease_until timestamptz,
    state       jsonb       not null,
    updated_at  timestamptz not null default now()
) with (fillfactor = 70);
create index target_due on target (due_at) where due_at is not null;
create index target_promotion on target (project, promotion, snapshot);

-- Contents of stages as promotion-service published them, placeholders unresolved.
create table snapshot (
    project     text        not null,
    promotion   text        not null,
    hash        text        not null,
    content     bytea       not null,
    received_at timestamptz not null default now(),
    primary key (project, promotion, hash)
);
