-- +goose Up

-- What changed the receivables of clients and suspense. closed_at is when nothing of its debt was left: an entry that is
-- closed matters only to reports of before.
CREATE TABLE aging_entries (
    account   text NOT NULL,
    client_id bigint NOT NULL,
    position  bigint NOT NULL,
    revision  bigint NOT NULL,
    item      text NOT NULL,
    amount    numeric(20, 2) NOT NULL,
    booked_at timestamptz NOT NULL,
    closed_at timestamptz,
    restored  boolean NOT NULL,
    PRIMARY KEY (client_id, position, revision, account)
);
CREATE INDEX aging_entries_open ON aging_entries (account, client_id, position) WHERE closed_at IS NULL;
CREATE INDEX aging_entries_closed ON aging_entries (account, closed_at);
