-- +goose Up

-- How much of refunds may go back on a day without a person's approval. The default is that of a client without a cap of its own.
ALTER TABLE clients ADD COLUMN daily_refund_cap numeric(20, 2) NOT NULL DEFAULT 5000000;
