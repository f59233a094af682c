-- +goose Up

-- Secrets that a sandbox generated for itself, by name.
CREATE TABLE state.secrets (
    name  text PRIMARY KEY,
    value text NOT NULL
);
