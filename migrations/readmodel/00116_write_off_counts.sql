-- +goose Up

-- How many write-offs a client has by status.
CREATE TABLE write_off_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
-- Lists that no time limits are in the order of the log, newest first, all and by status, and the same of a client.
CREATE INDEX write_offs_by_position ON write_offs (position);
CREATE INDEX write_offs_by_status_and_position ON write_offs (status, position);
CREATE INDEX write_offs_of_client_by_position ON write_offs (client_id, position);
CREATE INDEX write_offs_of_client_by_status_and_position ON write_offs (client_id, status, position);
