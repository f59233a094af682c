-- +goose Up

-- The log that this installation works on, as it was last accepted: which store, in which
-- generation, on which server and
-- database (postgres.Identity). '' and 0 are not known, as for a log in EventStoreDB.
CREATE TABLE state.installation (
    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    store_id    text NOT NULL,
    generation  bigint NOT NULL,
    system      text NOT NULL,
    timeline    bigint NOT NULL,
    database    text NOT NULL,
    accepted_at timestamptz NOT NULL DEFAULT now()
);
