-- +goose Up

-- What no event can rebuild, shared by all instances. It is not part of the log,
-- and it is not dropped with the read models. It lies in the log's database, or in
-- one of its own when the log is not in PostgreSQL. Logs that are older than this
-- file have it already (migrations/eventstore/00003_state.sql).
CREATE SCHEMA IF NOT EXISTS state;

-- Logins. The token itself is never kept.
CREATE TABLE IF NOT EXISTS state.sessions (
    token_hash bytea PRIMARY KEY,
    kind       text NOT NULL,
    subject_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);

-- Secrets a sandbox generated for itself, by name.
CREATE TABLE IF NOT EXISTS state.secrets (
    name  text PRIMARY KEY,
    value text NOT NULL
);
