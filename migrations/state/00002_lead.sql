-- +goose Up

-- The heartbeat of the instance that leads projections and reactors. The lead
-- itself is an advisory lock of that session; a frozen process keeps it, and is
-- known by this row growing old.
CREATE TABLE IF NOT EXISTS state.lead (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    backend  integer NOT NULL, -- pg_backend_pid() of the session
    beat_at  timestamptz NOT NULL
) WITH (fillfactor = 10);
