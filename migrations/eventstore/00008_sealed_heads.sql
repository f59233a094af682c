-- +goose Up

-- The streams of each sealed range: the first and the last revision that a stream has in
-- it. The rows are written when the range is sealed, and never change. An append that
-- finds a stream here knows that it is not new, wherever the range has gone.
CREATE TABLE sealed_heads (
    stream   text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    first    bigint NOT NULL,
    range    bigint NOT NULL,
    PRIMARY KEY (stream, revision)
) WITH (autovacuum_freeze_min_age = 0, autovacuum_vacuum_insert_scale_factor = 0.02);

-- As for events.
CREATE TRIGGER sealed_heads_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE sealed_heads ENABLE ALWAYS TRIGGER sealed_heads_are_final;
REVOKE UPDATE, DELETE, TRUNCATE ON sealed_heads FROM CURRENT_USER;
