-- +goose Up

-- The identity of this log, in one row. It never changes; checkpoints and backups
-- name the log by it.
CREATE TABLE store (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id         uuid NOT NULL DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO store DEFAULT VALUES;

-- As for events.
CREATE TRIGGER store_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON store
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE store ENABLE ALWAYS TRIGGER store_is_final;
REVOKE UPDATE, DELETE, TRUNCATE ON store FROM CURRENT_USER;
