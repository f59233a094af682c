-- +goose Up

-- Sums of the bank's lines (side bank) and of our bookings (side books) by day and state. A booking without a day has the
-- quarter of an hour of its time: in which day that lies is known to the one who asks.
CREATE TABLE bank_sums (
    side    text COLLATE "C" NOT NULL,
    state   text COLLATE "C" NOT NULL,
    day     text COLLATE "C" NOT NULL,
    quarter timestamptz NOT NULL,
    n       bigint NOT NULL,
    amount  numeric(20, 2) NOT NULL,
    PRIMARY KEY (day, quarter, side, state)
);

-- The days on which the bank booked lines that wait for a person: few rows, however long ago the first file came.
CREATE INDEX bank_sums_unmatched_lines ON bank_sums (day) WHERE side = 'bank' AND state = 'unmatched' AND n > 0;
