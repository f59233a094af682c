-- +goose Up

-- Payments of which more was taken back than they were worth: a refund and a chargeback took the same money. Neither position nor
-- total ever changes, so that only what is taken back writes this index.
CREATE INDEX transactions_above_gross ON transactions (position) WHERE reversed_amount > total;
