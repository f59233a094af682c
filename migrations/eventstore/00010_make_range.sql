-- +goose Up

-- Makes the next ranges where half a range is not free, or fewer positions than are needed
-- (at most 600,000, more than a batch of appends has). It returns whether it made one.
--
-- SECURITY DEFINER: the role of `gateway serve` may call it, and can do no more with tables.

-- +goose StatementBegin
CREATE FUNCTION make_range(needed bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    size bigint;
    head bigint;
    room bigint;
    made boolean := false;
BEGIN
    PERFORM pg_advisory_xact_lock(7310579622884401268);
    SELECT s.events INTO size FROM range_size s;
    SELECT coalesce(max(e.position), 0) INTO head FROM events e;
    SELECT coalesce(max(g.last), 0) INTO room FROM ranges g;
    WHILE room - head < greatest((size + 1) / 2, least(needed, 600000)) LOOP
        PERFORM add_range(room + 1, room + size);
        room := room + size;
        made := true;
    END LOOP;
    RETURN made;
END
$$;
-- +goose StatementEnd

-- A function that runs with the owner's rights finds its tables in the log's schema alone.
-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION make_range(bigint) SET search_path = %I, pg_temp', current_schema());
END
$$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION make_range(bigint) FROM PUBLIC;
SELECT make_range(1);
