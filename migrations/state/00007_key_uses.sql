-- +goose Up

-- The last use of each API key: the day in the time zone of the business, and the
-- address. Written for many keys at once, not with each request.
CREATE TABLE state.key_uses (
    key_id  bigint PRIMARY KEY,
    day     text NOT NULL,
    address text NOT NULL,
    at      timestamptz NOT NULL
);
