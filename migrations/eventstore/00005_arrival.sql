-- +goose Up

-- Holds one row while `gateway events copy` copies another store's log to this
-- database. A gateway does not start then: it would append to an incomplete log.
CREATE TABLE arrival (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    from_store uuid NOT NULL,
    began_at   timestamptz NOT NULL DEFAULT now()
);
