-- +goose Up

-- Signed checkpoints: the size and root of the tree at some time, as a signed note.
CREATE TABLE merkle_checkpoints (
    size       bigint PRIMARY KEY,
    note       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
