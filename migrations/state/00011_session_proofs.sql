-- +goose Up

-- When the person of a session last proved who it is, by the password and a code. Null: at the login.
ALTER TABLE state.sessions ADD COLUMN proven_at timestamptz;
