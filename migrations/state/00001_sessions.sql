-- +goose Up

-- Login sessions.
CREATE TABLE state.sessions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- shown to the person
    token_hash bytea NOT NULL UNIQUE,   -- SHA-256; the token itself is not stored
    kind       text NOT NULL,           -- person (of a client) or admin
    subject_id bigint NOT NULL,         -- the person's id within the kind
    -- The person's generation of sessions at the login. An event that ends all sessions of a
    -- person raises the person's generation, so sessions of a former one have ended.
    generation bigint NOT NULL,
    address    text NOT NULL,           -- IP address of the login
    user_agent text NOT NULL,           -- program of the login, as it named itself
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_person ON state.sessions (kind, subject_id);
