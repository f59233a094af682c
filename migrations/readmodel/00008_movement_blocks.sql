-- +goose Up

-- The number of movements in each block of 1,000 revisions of a client's balance
-- stream, the number before the block, the positions of the first and the last of them, and the
-- revision of the last. A query for one page of a long history uses it to find the revision at which
-- to begin, by a few rows however long the history is.
CREATE TABLE movement_blocks (
    client_id      bigint NOT NULL,
    block          bigint NOT NULL,
    movements      bigint NOT NULL,
    before         bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL,
    last_revision  bigint NOT NULL,
    PRIMARY KEY (client_id, block)
) WITH (fillfactor = 50);
-- Neither column changes, so that an update of the last block touches no index.
CREATE INDEX movement_blocks_by_number ON movement_blocks (client_id, before);
CREATE INDEX movement_blocks_by_position ON movement_blocks (client_id, first_position);
