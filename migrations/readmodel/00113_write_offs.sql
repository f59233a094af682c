-- +goose Up

-- What clients owed for too long and was written off: a row for each write-off. recovered is what came back of it; money that comes
-- back is counted for the oldest write-off of its client first. owed_since is NULL for a write-off that does not say it.
CREATE TABLE write_offs (
    id                text COLLATE "C" NOT NULL,
    position          bigint NOT NULL,
    client_id         bigint NOT NULL,
    amount            numeric(20, 2) NOT NULL,
    owed_since        timestamptz,
    reason            text NOT NULL,
    requested_by      text NOT NULL,
    approved_by       text NOT NULL,
    written_off_at    timestamptz NOT NULL,
    recovered         numeric(20, 2) NOT NULL,
    last_recovered_at timestamptz,
    status            text COLLATE "C" NOT NULL
);
-- Lists, newest first, all and by status, and the same of a client.
CREATE INDEX write_offs_in_order ON write_offs (written_off_at, position);
CREATE INDEX write_offs_by_status ON write_offs (status, written_off_at, position);
CREATE INDEX write_offs_of_client ON write_offs (client_id, written_off_at, position);
CREATE INDEX write_offs_of_client_by_status ON write_offs (client_id, status, written_off_at, position);

-- Made last: until the table has statistics PostgreSQL takes the newest of the indexes that begin
-- with the same column.
ALTER TABLE write_offs ADD PRIMARY KEY (id);
