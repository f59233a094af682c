-- +goose Up

-- Read models hold nothing that the log does not: any table here can be dropped
-- and built again. There are no foreign keys (each model has a position of its
-- own), no unique index on what the log alone decides (a projector must be able to
-- apply whatever was decided), no sequence and no now(): a replay gives the same
-- rows. Text that is looked up compares by bytes, whatever the machine's collations.

-- How far each projection and each reactor has come, in which log. One row each,
-- rewritten with every batch: the free space keeps the new versions on its page.
CREATE TABLE checkpoints (
    name             text COLLATE "C" PRIMARY KEY,
    store_id         text NOT NULL,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL,
    state            text NOT NULL,
    error            text NOT NULL DEFAULT '',
    reactor          boolean NOT NULL DEFAULT false,
    updated_at       timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
