-- +goose Up

-- What came back of write-offs: a row for each write-off that a movement reversed. reference is that of the money that came.
-- write_off is empty for a part that no write-off is known for.
CREATE TABLE write_off_recoveries (
    write_off    text COLLATE "C" NOT NULL,
    client_id    bigint NOT NULL,
    position     bigint NOT NULL,
    revision     bigint NOT NULL,
    reference    text NOT NULL,
    amount       numeric(20, 2) NOT NULL,
    recovered_at timestamptz NOT NULL,
    PRIMARY KEY (write_off, position, revision)
);
CREATE INDEX write_off_recoveries_by_movement ON write_off_recoveries (client_id, revision);
