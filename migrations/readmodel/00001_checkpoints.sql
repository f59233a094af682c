-- +goose Up

-- Rules for all tables of the read models:
-- - They hold nothing that is not in the log: each can be dropped and built again.
-- - No foreign keys: each read model is at a position of its own.
-- - No unique indexes beside primary keys: a projector must be able to apply every
--   event, since what the domain decided is final.
-- - No sequences and no now() in what projectors write: a replay gives the same rows.
-- - Text that is looked up compares by bytes (COLLATE "C"), whatever collations the
--   operating system has.

-- The position that each projection and each reactor has reached, and in which log.
-- event_id, event_stream and event_revision name the event at that position; empty at
-- the start of the log. A log without that event is older than the checkpoint. Every batch updates its row; fillfactor leaves room for the new version on the
-- same page.
CREATE TABLE checkpoints (
    name             text COLLATE "C" PRIMARY KEY,
    store_id         text NOT NULL,
    commit_position  bigint NOT NULL,
    prepare_position bigint NOT NULL,
    event_id         text NOT NULL DEFAULT '',
    event_stream     text NOT NULL DEFAULT '',
    event_revision   bigint NOT NULL DEFAULT 0,
    state            text NOT NULL,
    error            text NOT NULL DEFAULT '',
    reactor          boolean NOT NULL DEFAULT false,
    updated_at       timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
