-- +goose Up

-- The archived ranges of which kept_events has all that it should. categories says which
-- categories of streams were kept then: where a newer version of the gateway keeps others, the
-- next `gateway events archive` copies them out of the range's file.
CREATE TABLE kept_ranges (
    range      bigint PRIMARY KEY,
    categories text NOT NULL
);

-- +goose StatementBegin
DO $$
DECLARE
    reader name;
BEGIN
    FOR reader IN SELECT DISTINCT pg_get_userbyid(a.grantee)
                    FROM pg_class c, aclexplode(c.relacl) a
                   WHERE c.oid = 'sealed_heads'::regclass AND a.privilege_type = 'SELECT' AND a.grantee NOT IN (0, c.relowner) LOOP
        EXECUTE format('GRANT SELECT ON kept_ranges TO %I', reader);
    END LOOP;
END
$$;
-- +goose StatementEnd
