-- +goose Up

-- What each client sees in GET /events, with the bodies. ordinal counts the client's
-- entries from 1, in the log's order. data is JSON whose bytes stay; as text it is not parsed again at
-- each write.
CREATE TABLE client_events (
    client_id  bigint NOT NULL,
    ordinal    bigint NOT NULL,
    position   bigint NOT NULL,
    event_id   uuid NOT NULL,
    type       text COLLATE "C" NOT NULL,
    resource   text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    data       text COLLATE "C" NOT NULL,
    PRIMARY KEY (client_id, ordinal)
);
CREATE INDEX client_events_by_type ON client_events (client_id, type, ordinal);
