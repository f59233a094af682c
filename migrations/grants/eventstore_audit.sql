-- Lets an auditor's role read the log, and nothing else.
-- Run by the owner: gateway migrate --audit-role ROLE, or psql -v role=ROLE -v database=NAME.
REVOKE ALL ON DATABASE :"database" FROM :"role";
REVOKE ALL ON SCHEMA public FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"role";
GRANT CONNECT ON DATABASE :"database" TO :"role";
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"role";
