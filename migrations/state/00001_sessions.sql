-- +goose Up

-- Login sessions.
CREATE TABLE state.sessions (
    token_hash    bytea PRIMARY KEY,    -- SHA-256; the token itself is not stored
    kind          text NOT NULL,        -- client or admin
    subject_id    bigint NOT NULL,      -- the client's or the administrator's id
    -- SHA-256 of the password hash at login. An administrator's session ends when the
    -- password changes, because the two differ from then on.
    password_hash bytea NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL
);
