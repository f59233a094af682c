-- +goose Up

-- Marks of the log: an event of each minute in which something was booked, and one of a hundred or
-- so. booked_at is the highest time of booking up to the event. A question about a moment
-- begins at a mark to look for the last event that was booked by then.
CREATE TABLE booking_times (
    position  bigint PRIMARY KEY,
    prepare   bigint NOT NULL,
    booked_at timestamptz NOT NULL
);
CREATE INDEX booking_times_booked_at ON booking_times (booked_at, position);
