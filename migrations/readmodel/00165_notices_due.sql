-- +goose Up

-- What people of a client are to be told by mail, until they were: one row an event. What is not told until then is no news
-- any more. item is what is listed for an attention, facts what the text of another kind mentions.
CREATE TABLE notices_due (
    key       text COLLATE "C" PRIMARY KEY,
    client_id bigint NOT NULL,
    kind      text COLLATE "C" NOT NULL,
    item      text NOT NULL,
    facts     json NOT NULL,
    until     timestamptz NOT NULL
);
-- The to-do lists of the reactor that gives notices.
CREATE INDEX notices_due_to_do ON notices_due (kind, until, key);
CREATE INDEX notices_due_of_client ON notices_due (client_id, kind, until);
