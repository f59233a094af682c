-- +goose Up

-- Slips of income tax that clients withheld from our fees: a row for each submission. reason is why one was rejected.
CREATE TABLE withholding_slips (
    id           bigint NOT NULL,
    position     bigint NOT NULL,
    client_id    bigint NOT NULL,
    number       text COLLATE "C" NOT NULL,
    period       text COLLATE "C" NOT NULL,
    gross        numeric(20, 2) NOT NULL,
    tax          numeric(20, 2) NOT NULL,
    slip_date    text NOT NULL,
    file_hash    text NOT NULL,
    file_name    text NOT NULL,
    file_type    text NOT NULL,
    file_size    bigint NOT NULL,
    file_days    bigint NOT NULL,
    submitted_by text NOT NULL,
    status       text COLLATE "C" NOT NULL,
    reason       text,
    decided_by   text,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL
);
CREATE INDEX withholding_slips_in_order ON withholding_slips (position);
CREATE INDEX withholding_slips_by_status ON withholding_slips (status, position);
-- Lists of a client, newest first, all and by status.
CREATE INDEX withholding_slips_of_client ON withholding_slips (client_id, position);
CREATE INDEX withholding_slips_of_client_by_status ON withholding_slips (client_id, status, position);
-- The newest submission of a number, of a client and of any.
CREATE INDEX withholding_slips_of_client_by_number ON withholding_slips (client_id, number, position);
CREATE INDEX withholding_slips_by_number ON withholding_slips (number, position);

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE withholding_slips ADD PRIMARY KEY (id);

CREATE TABLE withholding_slip_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
