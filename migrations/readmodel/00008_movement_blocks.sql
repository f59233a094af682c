-- +goose Up

-- The number of movements in each block of 1,000 revisions of a client's balance
-- stream, the positions of the first and the last of them, and the revision of the last. A
-- query for one page of a long history uses it to find the revision at which to begin.
CREATE TABLE movement_blocks (
    client_id      bigint NOT NULL,
    block          bigint NOT NULL,
    movements      bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL,
    last_revision  bigint NOT NULL,
    PRIMARY KEY (client_id, block)
) WITH (fillfactor = 50);
