-- +goose Up

-- Entries of the gateway's own money (API reference: Admin treasury).
CREATE TABLE treasury (
    id         bigint PRIMARY KEY,
    position   bigint NOT NULL,
    kind       text NOT NULL,
    amount     numeric(20, 2) NOT NULL,
    value_date text NOT NULL,
    reference  text NOT NULL,
    note       text NOT NULL,
    from_account text NOT NULL,
    to_account text NOT NULL,
    by         text NOT NULL,
    booked_at  timestamptz NOT NULL
);
CREATE INDEX treasury_in_order ON treasury (position);
CREATE INDEX treasury_by_booking ON treasury (booked_at, position);
