-- +goose Up

-- SHA-256 of the hash of the password that the session was opened with. Where it is
-- not that of the administrator's password now, the session has ended; so has every
-- administrator's from before this column was there.
ALTER TABLE state.sessions ADD COLUMN password_hash bytea NOT NULL DEFAULT '';
