-- +goose Up

-- One row: the highest time of booking of all events.
CREATE TABLE newest_booking (
    only_row  boolean PRIMARY KEY CHECK (only_row),
    booked_at timestamptz NOT NULL
);
