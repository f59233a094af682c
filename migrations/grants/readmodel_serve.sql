-- Hands the read models over to the role of `gateway serve`: it rebuilds them in schemas of
-- its own, and puts those in the place of the former. They are derived from the log.
-- Run by the owner, who must be a member of the role or a superuser:
-- gateway migrate --serve-role ROLE, or psql -v role=ROLE -v database=NAME.
GRANT CONNECT, CREATE ON DATABASE :"database" TO :"role";
GRANT USAGE, CREATE ON SCHEMA public TO :"role";
SELECT set_config('gateway.role', :'role', false);
DO $$
DECLARE
    statement text;
BEGIN
    FOR statement IN
        WITH schemas AS (
            SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        )
        SELECT format('ALTER SCHEMA %I OWNER TO %I', s.nspname, current_setting('gateway.role'))
          FROM schemas s WHERE s.nspname <> 'public'
        UNION ALL
        SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, current_setting('gateway.role'))
          FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND c.oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, current_setting('gateway.role'))
          FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace
         WHERE p.oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')
    LOOP
        EXECUTE statement;
    END LOOP;
END
$$;
