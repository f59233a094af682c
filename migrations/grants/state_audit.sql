-- Lets an auditor's role see which log was accepted and which schema it has: neither logins
-- nor secrets.
-- Run by the owner: gateway migrate --audit-role ROLE, or psql -v role=ROLE -v database=NAME.
GRANT CONNECT ON DATABASE :"database" TO :"role";
REVOKE ALL ON SCHEMA state FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA state FROM :"role";
GRANT USAGE ON SCHEMA state TO :"role";
GRANT SELECT ON state.installation, state.provider_listing, state.schema_fingerprint, state.goose_db_version TO :"role";
-- The books of a sandbox's simulated provider.
SELECT set_config('gateway.role', :'role', false);
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'state' AND tablename LIKE 'simulator\_%' LOOP
        EXECUTE format('GRANT SELECT ON state.%I TO %I', name, current_setting('gateway.role'));
    END LOOP;
END
$$;
