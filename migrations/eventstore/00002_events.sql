-- +goose Up

-- The log. append_events inserts the rows; so do the restore of a backup and the copy
-- of another store's log.
--
-- position: append_events assigns 1, 2, 3 ... without gaps, in commit order. A log
-- that was restored from EventStoreDB keeps its positions, which have gaps.
-- data, metadata: json keeps the bytes as they were written, jsonb would not.
-- stream, type: COLLATE "C" compares bytes, so that the index does not depend on
-- the collations of the operating system.
-- booked_at: given with the position, and never before that of the event before. A log
-- that was restored or copied keeps the times of its former store.
-- id: not unique. A repeated append is recognised by its stream, revision and id.
--
-- The table is partitioned by ranges of positions (ranges, add_range). A partition has
-- UNIQUE (stream, revision) for its own events; across partitions append_events holds it.
CREATE TABLE events (
    position   bigint PRIMARY KEY,
    stream     text COLLATE "C" NOT NULL,
    revision   bigint NOT NULL,
    id         uuid NOT NULL,
    type       text COLLATE "C" NOT NULL,
    data       json NOT NULL,
    metadata   json,
    booked_at  timestamptz NOT NULL
) PARTITION BY RANGE (position);

-- ENABLE ALWAYS: session_replication_role does not switch the trigger off. The revoked
-- privileges refuse the same statements to an owner that is not a superuser.
CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_final;
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM CURRENT_USER;
