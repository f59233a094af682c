-- +goose Up

-- The hashes of the tree, in tiles of at most 256.
CREATE TABLE merkle_tiles (
    level  bigint NOT NULL,
    n      bigint NOT NULL,
    width  bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, n)
);
