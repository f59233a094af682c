-- +goose Up

-- Files that events name by their hash: evidence in disputes. sealed has the bytes, encrypted with a key that is derived from the
-- master secret with this id; size is theirs before. With a log in PostgreSQL a backup of its database has this table.
CREATE TABLE state.files (
    hash       text COLLATE "C" PRIMARY KEY,
    master_id  text NOT NULL,
    sealed     bytea NOT NULL,
    size       bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE state.files ALTER COLUMN sealed SET STORAGE EXTERNAL;
