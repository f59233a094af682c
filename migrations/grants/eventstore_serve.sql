-- Lets the role of `gateway serve` append events and read them. It can't change or remove an
-- event, create a table in the log's schema, or alter one. make_range alone makes the next partition.
-- Run by the owner: gateway migrate --serve-role ROLE, or psql -v role=ROLE -v database=NAME.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON DATABASE :"database" FROM :"role";
REVOKE ALL ON SCHEMA public FROM :"role";
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"role";
GRANT CONNECT ON DATABASE :"database" TO :"role";
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"role";
GRANT INSERT ON events TO :"role";
GRANT EXECUTE ON FUNCTION make_range(bigint) TO :"role";
