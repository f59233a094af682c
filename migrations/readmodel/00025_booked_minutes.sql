-- +goose Up

-- The first event of each minute in which something was booked, by the highest time of
-- booking so far. A question about a moment uses it to find the position at which to look
-- for the last event that was booked by then.
CREATE TABLE booked_minutes (
    minute    timestamptz PRIMARY KEY,
    booked_at timestamptz NOT NULL,
    position  bigint NOT NULL,
    prepare   bigint NOT NULL
);
