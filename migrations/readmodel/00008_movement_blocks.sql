-- +goose Up

-- The number of movements in each block of 1,000 revisions of a client's balance
-- stream, and their earliest and latest time. A query for one page of a long history
-- uses it to find the revision at which to begin.
CREATE TABLE movement_blocks (
    client_id bigint NOT NULL,
    block     bigint NOT NULL,
    movements bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (client_id, block)
) WITH (fillfactor = 50);
