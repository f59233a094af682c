-- +goose Up

-- Bookings on our bank account. An id is the stream and the revision of the event. line_id is the bank's line; empty without.
CREATE TABLE bank_bookings (
    id         text COLLATE "C" NOT NULL,
    position   bigint NOT NULL,
    kind       text NOT NULL,
    reference  text NOT NULL,
    client_id  bigint NOT NULL,
    amount     numeric(20, 2) NOT NULL,
    value_date text NOT NULL,
    value_at   timestamptz NOT NULL,
    line_id    text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX bank_bookings_in_order ON bank_bookings (position);
-- What no line is known for, and of these what a line may be about.
CREATE INDEX bank_bookings_open ON bank_bookings (position) WHERE line_id = '';
CREATE INDEX bank_bookings_open_by_amount ON bank_bookings (amount, position) WHERE line_id = '';

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE bank_bookings ADD PRIMARY KEY (id);
