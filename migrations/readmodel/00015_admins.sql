-- +goose Up

-- Administrators. They log in by email, in any case of letters.
CREATE TABLE admins (
    id            bigint PRIMARY KEY,
    email         text COLLATE "C" NOT NULL,
    role          text NOT NULL,
    password_hash text NOT NULL,
    created_at    timestamptz NOT NULL
);
CREATE INDEX admins_by_email ON admins (lower(email));
