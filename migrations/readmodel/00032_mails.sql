-- +goose Up

-- Mails that events ask for, and how sending them goes. link is the link in the text, whose
-- token is derived from the master secret; a zero link stands for none.
CREATE TABLE mails (
    id              text COLLATE "C" PRIMARY KEY,
    client_id       bigint NOT NULL,
    kind            text NOT NULL,
    recipient       text NOT NULL,
    text_values     json NOT NULL,
    link            json NOT NULL,
    status          text COLLATE "C" NOT NULL,
    attempts        integer NOT NULL,
    error           text NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    until           timestamptz NOT NULL,
    created_at      timestamptz NOT NULL
);
-- The to-do list of the reactor that sends mails.
CREATE INDEX mails_to_do ON mails (next_attempt_at) WHERE status = 'pending';
CREATE INDEX mails_waiting ON mails (created_at) WHERE status = 'pending';
