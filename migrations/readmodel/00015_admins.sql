-- +goose Up

-- Administrators, as lists show them. Logins and sessions are decided on the log.
CREATE TABLE admins (
    id            bigint PRIMARY KEY,
    email         text COLLATE "C" NOT NULL,
    role          text NOT NULL,
    disabled      boolean NOT NULL,
    second_factor boolean NOT NULL,
    created_at    timestamptz NOT NULL
);
