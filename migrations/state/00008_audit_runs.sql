-- +goose Up

-- Runs of audit verify and audit reconcile with their reports, the newest 100 of each kind: those
-- that an administrator started in a gateway, and those of commands, which are written when they end.
CREATE TABLE state.audit_runs (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reference  text UNIQUE,            -- of the request that started it; NULL of a command
    kind       text NOT NULL,          -- verify or reconcile
    outcome    text NOT NULL,          -- running, sound, found, incomplete, failed or interrupted
    actor      text NOT NULL,          -- who started it
    instance   text NOT NULL,          -- the process that does it (state.Presence), '' of a command
    version    text NOT NULL,          -- of the program
    arguments  json NOT NULL,
    began_at   timestamptz NOT NULL,
    beat_at    timestamptz NOT NULL,   -- the last sign of life of the process
    ended_at   timestamptz,
    began_after bigint NOT NULL,       -- the position after which it reads the log
    position   bigint NOT NULL,        -- how far it has read
    head       bigint NOT NULL,        -- how far it will read
    found      bigint NOT NULL,        -- how many findings or differences
    error      text NOT NULL,          -- why it failed
    report     json                    -- NULL while it runs, and where it failed
);
CREATE INDEX audit_runs_by_kind ON state.audit_runs (kind, id);
-- Of the runs inside gateways one runs at a time, over all instances.
CREATE UNIQUE INDEX audit_runs_one_at_a_time ON state.audit_runs ((true)) WHERE outcome = 'running';
