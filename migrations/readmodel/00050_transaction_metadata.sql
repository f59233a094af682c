-- +goose Up

-- The members of the metadata that a list can be filtered by. The index gives the payments
-- of a client with one member, newest first. An index of the JSON itself would fail on numbers
-- and characters that PostgreSQL's jsonb can't hold, and halt the read model.
CREATE TABLE transaction_metadata (
    id         bigint NOT NULL,
    key        text COLLATE "C" NOT NULL,
    client_id  bigint NOT NULL,
    value      text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    position   bigint NOT NULL,
    PRIMARY KEY (id, key)
);
CREATE INDEX transaction_metadata_by_value ON transaction_metadata (client_id, key, value, created_at, position, id);
