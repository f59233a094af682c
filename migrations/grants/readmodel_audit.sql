-- Lets an auditor's role read the read models, those of later rebuilds, too, and build them
-- again in a schema of its own, as `gateway audit verify` does. It can write to no table of others.
-- Run by the owner: gateway migrate --audit-role ROLE, or psql -v role=ROLE -v database=NAME
-- -v creator=ROLE, where creator is the role that makes the read models: that of `gateway serve`.
GRANT CONNECT, CREATE ON DATABASE :"database" TO :"role";
REVOKE ALL ON SCHEMA public FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"role";
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"role";
-- The schemas of read models that lie beside those of a former version.
SELECT set_config('gateway.role', :'role', false);
DO $$
DECLARE
    beside name;
BEGIN
    FOR beside IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^readmodel_[0-9a-f]{12}$' LOOP
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', beside, current_setting('gateway.role'));
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', beside, current_setting('gateway.role'));
    END LOOP;
END
$$;
ALTER DEFAULT PRIVILEGES FOR ROLE :"creator" GRANT SELECT ON TABLES TO :"role";
