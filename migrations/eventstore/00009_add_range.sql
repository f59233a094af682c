-- +goose Up

-- Adds a range of positions with its partition. Only the owner can.
--
-- The partition is attached, not created in place: that lets readers and appends go on.
-- It refuses changes by itself, too: the trigger of events fires for events alone.

-- +goose StatementBegin
CREATE FUNCTION add_range(first_position bigint, last_position bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    next bigint;
    part text;
BEGIN
    SELECT coalesce(max(number), 0) + 1 INTO next FROM ranges;
    part := 'events_' || next;
    EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES, UNIQUE (stream, revision))
        -- Rows never change, so the first vacuum freezes them, in many small runs. The
        -- default would freeze the whole table at once, before transaction ids wrap.
        WITH (autovacuum_freeze_min_age = 0, autovacuum_vacuum_insert_scale_factor = 0.02,
              autovacuum_analyze_scale_factor = 0.02)', part);
    EXECUTE format('CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER events_are_final', part);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM CURRENT_USER', part);
    EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        part, first_position, last_position + 1);
    INSERT INTO ranges (number, first, last) VALUES (next, first_position, last_position);
END
$$;
-- +goose StatementEnd
