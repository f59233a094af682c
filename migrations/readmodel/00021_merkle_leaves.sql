-- +goose Up

-- The position before the first leaf of each bottom tile. Where positions have gaps,
-- the leaf of an event is found by it.
CREATE TABLE merkle_leaves (
    tile             bigint PRIMARY KEY,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL
);
