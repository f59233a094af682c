-- +goose Up

-- The last ordinal of each client, and its balance, which the profile shows.
CREATE TABLE client_event_heads (
    client_id bigint PRIMARY KEY,
    ordinal   bigint NOT NULL,
    saldo     numeric(20, 2) NOT NULL,
    available numeric(20, 2) NOT NULL
) WITH (fillfactor = 50);
