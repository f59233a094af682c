-- +goose Up

-- The applications of clients.
CREATE TABLE apps (
    id         bigint PRIMARY KEY,
    client_id  bigint NOT NULL,
    name       text NOT NULL,
    kode       text NOT NULL,
    jenis      text NOT NULL,
    type       text NOT NULL,
    url        text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX apps_by_client ON apps (client_id, id);
