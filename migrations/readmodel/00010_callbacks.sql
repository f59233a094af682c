-- +goose Up

-- Callbacks to merchants. Those of one subject are sent in order: waiting is true
-- while an earlier one of the same kind and subject is pending.
CREATE TABLE callbacks (
    id              text COLLATE "C" PRIMARY KEY,
    position        bigint NOT NULL,
    client_id       bigint NOT NULL,
    kind            text COLLATE "C" NOT NULL,
    subject         text COLLATE "C" NOT NULL,
    -- What it is about, as the headers X-Event and X-Resource say it.
    event           text COLLATE "C" NOT NULL,
    resource        text COLLATE "C" NOT NULL,
    url             text NOT NULL,
    payload         json NOT NULL,
    -- Of a payment that EXPIRED because another one took its place: that one.
    replaced_by     text,
    status          text COLLATE "C" NOT NULL,
    waiting         boolean NOT NULL DEFAULT false,
    -- The last attempt failed. A retried one will be attempted again.
    last_failed     boolean,
    retried         boolean NOT NULL GENERATED ALWAYS AS (COALESCE(last_failed, false) AND status = 'pending') STORED,
    next_attempt_at timestamptz,
    created_at      timestamptz NOT NULL
);
CREATE INDEX callbacks_in_order ON callbacks (position);
CREATE INDEX callbacks_by_status ON callbacks (status, position);
CREATE INDEX callbacks_of_client ON callbacks (client_id, position);
CREATE INDEX callbacks_of_client_by_status ON callbacks (client_id, status, position);
-- A merchant's lists: of a time, all or of one status, newest first, and of one object.
CREATE INDEX callbacks_of_client_by_time ON callbacks (client_id, created_at, position) INCLUDE (status);
CREATE INDEX callbacks_of_client_by_resource ON callbacks (client_id, resource, position);
CREATE INDEX callbacks_to_do ON callbacks (client_id, next_attempt_at) WHERE status = 'pending' AND NOT waiting;
CREATE INDEX callbacks_retried ON callbacks (position) WHERE retried;
CREATE INDEX callbacks_retried_of_client ON callbacks (client_id, position) WHERE retried;
CREATE INDEX callbacks_by_subject ON callbacks (kind, subject, position) WHERE status = 'pending';

CREATE TABLE callback_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
