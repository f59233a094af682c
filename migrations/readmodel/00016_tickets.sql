-- +goose Up

-- Support tickets of clients.
CREATE TABLE tickets (
    id          bigint PRIMARY KEY,
    position    bigint NOT NULL,
    client_id   bigint NOT NULL,
    subject     text NOT NULL,
    description text NOT NULL,
    category    text COLLATE "C" NOT NULL,
    priority    text COLLATE "C" NOT NULL,
    status      text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
-- A client's own lists and an administrator's, newest first, all and by status.
CREATE INDEX tickets_in_order ON tickets (position);
CREATE INDEX tickets_by_status ON tickets (status, position);
CREATE INDEX tickets_of_client ON tickets (client_id, position);
CREATE INDEX tickets_of_client_by_status ON tickets (client_id, status, position);

CREATE TABLE ticket_counts (
    client_id bigint NOT NULL,
    status    text COLLATE "C" NOT NULL,
    n         bigint NOT NULL,
    PRIMARY KEY (client_id, status)
) WITH (fillfactor = 50);
