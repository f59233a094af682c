-- +goose Up

-- The Merkle tree over the log lies in merkle_head, merkle_tiles and merkle_leaves,
-- and its signed checkpoints in merkle_checkpoints. It is not a read model: events are
-- hashed, not applied. The first three can be truncated together at any time; they are
-- built again from the log.

-- The size and root of the tree, and the position of its last leaf. One row.
--
-- untimed: how many leaves, from the first on, do not cover the time of booking. It has no
-- default, so that a program that does not know leaves with the time can't add to the tree.
CREATE TABLE merkle_head (
    only_row         boolean PRIMARY KEY CHECK (only_row),
    size             bigint NOT NULL,
    root             bytea NOT NULL,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL,
    untimed          bigint NOT NULL
);
