-- Lets an auditor's role read the read models, those of later rebuilds, too, and build them
-- again in a schema of its own, as `gateway audit verify` does. It can write to no table of others.
-- Run by the owner: gateway migrate --audit-role ROLE, or psql -v role=ROLE -v database=NAME
-- -v creator=ROLE, where creator is the role that makes the read models: that of `gateway serve`.
GRANT CONNECT, CREATE ON DATABASE :"database" TO :"role";
REVOKE ALL ON SCHEMA public FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"role";
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"role";
ALTER DEFAULT PRIVILEGES FOR ROLE :"creator" GRANT SELECT ON TABLES TO :"role";
