-- +goose Up

-- The API keys of clients: the full one, of which a client has at most one that does not end by time;
-- full ones that an overlap lets work until ends_at; restricted ones. A key that has ended by time may stay
-- in the table until the client's next one.
CREATE TABLE api_keys (
    id          bigint PRIMARY KEY,
    client_id   bigint NOT NULL,
    restricted  boolean NOT NULL,
    name        text NOT NULL,
    key_hash    text COLLATE "C" NOT NULL,
    masked_key  text NOT NULL,
    scopes      json NOT NULL,
    allow       json NOT NULL,    -- networks in CIDR notation; none allows all
    created_at  timestamptz NOT NULL,
    ends_at     timestamptz,
    issued_by   text NOT NULL,    -- as events name it
    issuer_id   bigint,           -- the person of the client who issued it
    orphaned_at timestamptz       -- since when that person is gone
);
CREATE INDEX api_keys_of_client ON api_keys (client_id, id);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_issuer ON api_keys (issuer_id);
CREATE INDEX api_keys_orphaned ON api_keys (orphaned_at) WHERE orphaned_at IS NOT NULL;
