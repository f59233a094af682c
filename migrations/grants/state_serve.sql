-- Lets the role of `gateway serve` work on the schema `state`, and alter no table of it.
-- Run by the owner: gateway migrate --serve-role ROLE, or psql -v role=ROLE -v database=NAME.
GRANT CONNECT ON DATABASE :"database" TO :"role";
REVOKE ALL ON SCHEMA state FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA state FROM :"role";
GRANT USAGE ON SCHEMA state TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA state TO :"role";
REVOKE INSERT, UPDATE, DELETE ON state.schema_fingerprint, state.goose_db_version FROM :"role";
-- The simulated provider of a sandbox draws numbers.
GRANT USAGE ON ALL SEQUENCES IN SCHEMA state TO :"role";
