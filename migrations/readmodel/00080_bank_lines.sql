-- +goose Up

-- Booked lines of the bank. The position is that of the event, shifted, with the place of the line in it, so that it is unique.
CREATE TABLE bank_lines (
    id         text COLLATE "C" NOT NULL,
    position   bigint NOT NULL,
    account    text COLLATE "C" NOT NULL,
    day        text COLLATE "C" NOT NULL,
    value_date text NOT NULL,
    amount     numeric(20, 2) NOT NULL,
    text       text NOT NULL,
    balance    numeric(20, 2) NOT NULL,
    status     text COLLATE "C" NOT NULL,
    booking_id text,
    reason     text,
    cleared_by text,
    created_at timestamptz NOT NULL
);
CREATE INDEX bank_lines_in_order ON bank_lines (position);
CREATE INDEX bank_lines_by_status ON bank_lines (status, position);
CREATE INDEX bank_lines_by_day ON bank_lines (day, status, position);

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE bank_lines ADD PRIMARY KEY (id);

CREATE TABLE bank_line_counts (
    status text COLLATE "C" PRIMARY KEY,
    n      bigint NOT NULL
) WITH (fillfactor = 50);
