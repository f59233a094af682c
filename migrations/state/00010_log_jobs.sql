-- +goose Up

-- The last run of each command that tends the log, seal and archive, so that gateways can tell of a
-- job that fails or that is not run any more.
CREATE TABLE state.log_jobs (
    job          text PRIMARY KEY,     -- seal or archive
    began_at     timestamptz NOT NULL,
    ended_at     timestamptz NOT NULL,
    error        text NOT NULL,        -- why it failed, '' where it succeeded
    succeeded_at timestamptz           -- the end of the last run that succeeded, NULL before the first
);

-- Whoever may write the runs of audits writes these rows, too, so that no gateway has to wait for new grants.
-- +goose StatementBegin
DO $$
DECLARE
    writer name;
BEGIN
    FOR writer IN SELECT DISTINCT pg_get_userbyid(a.grantee)
                    FROM pg_class c, aclexplode(c.relacl) a
                   WHERE c.oid = 'state.audit_runs'::regclass AND a.privilege_type = 'INSERT' AND a.grantee NOT IN (0, c.relowner) LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON state.log_jobs TO %I', writer);
    END LOOP;
END
$$;
-- +goose StatementEnd
