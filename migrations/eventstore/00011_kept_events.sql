-- +goose Up

-- Copies of archived events, for decisions that must not wait for the archive: those of streams
-- that are few and decide much (accounts, settings, sequences of ids), and of a long stream the
-- newest snapshot and what follows it. `gateway events archive` writes them before it drops the
-- range's partition, and removes the events that a newer snapshot covers.
--
-- A reader of a stream uses a row only once its range is archived. A reader of the log reads the
-- archive alone, and `gateway audit verify` compares both.
CREATE TABLE kept_events (
    stream     text COLLATE "C" NOT NULL,
    revision   bigint NOT NULL,
    position   bigint NOT NULL,
    id         uuid NOT NULL,
    type       text COLLATE "C" NOT NULL,
    data       json NOT NULL,
    metadata   json,
    booked_at  timestamptz NOT NULL,
    range      bigint NOT NULL,
    PRIMARY KEY (stream, revision)
);

CREATE INDEX kept_events_by_range ON kept_events (range, position); -- for the comparison with the archive

-- Whoever may read the streams of sealed ranges reads these rows, too, so that no gateway has to
-- wait for new grants. The same holds for kept_ranges.
-- +goose StatementBegin
DO $$
DECLARE
    reader name;
BEGIN
    FOR reader IN SELECT DISTINCT pg_get_userbyid(a.grantee)
                    FROM pg_class c, aclexplode(c.relacl) a
                   WHERE c.oid = 'sealed_heads'::regclass AND a.privilege_type = 'SELECT' AND a.grantee NOT IN (0, c.relowner) LOOP
        EXECUTE format('GRANT SELECT ON kept_events TO %I', reader);
    END LOOP;
END
$$;
-- +goose StatementEnd
