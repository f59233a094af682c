-- +goose Up

-- The Merkle tree over the log (package notary), in tiles of 256 hashes. It is no
-- read model: events are hashed, not applied. It can be truncated at any time.
CREATE TABLE merkle_head (
    only_row         boolean PRIMARY KEY CHECK (only_row),
    size             bigint NOT NULL,
    root             bytea NOT NULL,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL
);

CREATE TABLE merkle_tiles (
    level  bigint NOT NULL,
    n      bigint NOT NULL,
    width  bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, n)
);

-- The position before the first leaf of each bottom tile.
CREATE TABLE merkle_leaves (
    tile             bigint PRIMARY KEY,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL
);

CREATE TABLE merkle_checkpoints (
    size       bigint PRIMARY KEY,
    note       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
