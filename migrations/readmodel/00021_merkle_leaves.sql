-- +goose Up

-- The position before the first leaf of each bottom tile. In a log whose positions have
-- gaps, it leads from an event's position to its leaf.
CREATE TABLE merkle_leaves (
    tile             bigint PRIMARY KEY,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL
);
