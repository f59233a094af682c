-- +goose Up

-- The accounts with our money at a provider have the name of the connection in theirs, also those of former events.
-- Read models of the former version, which have the former names, are made again from the log.
ALTER TABLE account_totals
    ADD CONSTRAINT account_totals_names_connection CHECK (account NOT IN ('provider:clearing', 'bank:payouts'));
