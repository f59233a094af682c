-- +goose Up

-- Holds a row while the log of another store is being copied here. Whoever starts
-- on half a log would make it another one.
CREATE TABLE arrival (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    from_store uuid NOT NULL,
    began_at   timestamptz NOT NULL DEFAULT now()
);
