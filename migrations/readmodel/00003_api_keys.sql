-- +goose Up

-- The active API key of each client; a client has at most one (API reference: Keys).
CREATE TABLE api_keys (
    client_id  bigint PRIMARY KEY,
    id         bigint NOT NULL,
    name       text NOT NULL,
    key_hash   text COLLATE "C" NOT NULL,
    masked_key text NOT NULL,
    allow      json NOT NULL,    -- networks in CIDR notation; none allows all
    created_at timestamptz NOT NULL
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
