-- +goose Up

-- The log. Positions are dense (but for what was restored from a backup of
-- EventStoreDB): 1, 2, 3 ... in commit order, given out by
-- append_events under its lock. data and metadata are json, not jsonb, so that the
-- bytes stay as they were written. Text compares by bytes: the index must not
-- depend on the collations of the machine the database happens to run on.
-- Events are not unique by id: a repeated append is recognised at its revisions.
CREATE TABLE events (
    position   bigint PRIMARY KEY,
    stream     text COLLATE "C" NOT NULL,
    revision   bigint NOT NULL,
    id         uuid NOT NULL,
    type       text COLLATE "C" NOT NULL,
    data       json NOT NULL,
    metadata   json,
    created_at timestamptz NOT NULL,
    UNIQUE (stream, revision)
) WITH (
    -- Rows never change, so they are frozen by the first vacuum that meets them,
    -- in many small runs, rather than all at once when ids are about to wrap.
    autovacuum_freeze_min_age = 0,
    autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02
);

-- Names this log for ever. One row.
CREATE TABLE store (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    id         uuid NOT NULL DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO store DEFAULT VALUES;

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the log is final', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd

-- ALWAYS: session_replication_role does not switch them off. The grants refuse the
-- same to an owner that is no superuser.
CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_final;
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM CURRENT_USER;

CREATE TRIGGER store_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON store
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE store ENABLE ALWAYS TRIGGER store_is_final;
REVOKE UPDATE, DELETE, TRUNCATE ON store FROM CURRENT_USER;
