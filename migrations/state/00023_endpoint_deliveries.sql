-- +goose Up

-- The deliveries to callback endpoints, each with its last attempt and the first kilobyte of the answer, byte for byte. They
-- are for people to look at: the log decides what is sent. They may hold personal data, so they are not in the log: rows are
-- deleted after 30 days, and never shown after that.
CREATE TABLE state.endpoint_deliveries (
    endpoint_id     bigint NOT NULL,
    -- The header webhook-id.
    webhook_id      text COLLATE "C" NOT NULL,
    -- The order of the first attempts.
    place           bigint GENERATED ALWAYS AS IDENTITY,
    -- The entry of the client's feed, 0 for a sample.
    ordinal         bigint NOT NULL,
    attempts        integer NOT NULL,
    first_at        timestamptz NOT NULL,
    -- These are of the last attempt.
    at              timestamptz NOT NULL,
    delivered       boolean NOT NULL,
    response_status integer NOT NULL,
    error           text NOT NULL,
    duration_ms     bigint NOT NULL,
    answer          bytea NOT NULL,
    -- What was sent of a sample; empty for an entry of the feed, which has it.
    event           text NOT NULL,
    resource        text NOT NULL,
    payload         text NOT NULL,
    PRIMARY KEY (endpoint_id, webhook_id)
);
CREATE INDEX endpoint_deliveries_in_order ON state.endpoint_deliveries (endpoint_id, place);
CREATE INDEX endpoint_deliveries_by_time ON state.endpoint_deliveries (at);
