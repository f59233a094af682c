-- +goose Up

-- The heartbeat of the leader, the instance that runs projections and reactors. The
-- leader also holds an advisory lock for as long as its session lasts. A frozen
-- process keeps that lock; the age of this row shows that it is frozen.
CREATE TABLE state.lead (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    backend  integer NOT NULL, -- pg_backend_pid() of the session
    beat_at  timestamptz NOT NULL
) WITH (fillfactor = 10);
