-- +goose Up

-- The state of each transaction, as in its row of transactions, with the indexes that have it. The
-- key is the list by status, so that a new status writes one index.
CREATE TABLE transaction_states (
    id            bigint NOT NULL,
    position      bigint NOT NULL,
    client_id     bigint NOT NULL,
    channel       text COLLATE "C" NOT NULL,
    status        text COLLATE "C" NOT NULL,
    expires_at    timestamptz,
    opened_at     timestamptz,
    open_suspense integer NOT NULL DEFAULT 0,
    connection    text COLLATE "C",
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (client_id, status, created_at, position) INCLUDE (id, channel)
);
-- To-do lists of reactors.
CREATE INDEX transaction_states_to_expire ON transaction_states (expires_at, id) INCLUDE (connection)
    WHERE status = 'PENDING' AND channel <> 'recorded' AND opened_at IS NOT NULL AND open_suspense = 0;
CREATE INDEX transaction_states_to_open ON transaction_states (created_at, id)
    WHERE status = 'PENDING' AND channel <> 'recorded' AND opened_at IS NULL;
