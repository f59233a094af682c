-- +goose Up

-- One row: the highest hour in which an event of the log was booked.
CREATE TABLE newest_hour (
    only_row boolean PRIMARY KEY CHECK (only_row),
    hour     timestamptz NOT NULL
);
