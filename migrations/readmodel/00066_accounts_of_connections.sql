-- +goose Up

-- The accounts with our money at the provider have the name of the connection in theirs. Read models of the former
-- version have the former names, so these are made again from the log.
UPDATE account_totals SET account = 'provider:xendit:clearing' WHERE account = 'provider:clearing';
UPDATE account_totals SET account = 'provider:xendit:payouts' WHERE account = 'bank:payouts';
