-- +goose Up

-- saldo = available + unsettled + held + receivable; each is the sum of the postings to that
-- account of the client. In rupiah.
CREATE TABLE balances (
    client_id  bigint PRIMARY KEY,
    saldo      numeric(20, 2) NOT NULL,
    available  numeric(20, 2) NOT NULL,
    unsettled  numeric(20, 2) NOT NULL,
    held       numeric(20, 2) NOT NULL,
    -- What the client owes, 0 or below.
    receivable numeric(20, 2) NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);
-- Clients that owe something.
CREATE INDEX balances_owing ON balances (receivable) WHERE receivable < 0;
