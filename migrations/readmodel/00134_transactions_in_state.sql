-- +goose Up

-- Lists of the transactions of a client that are in a state which no status tells: cancelled by the client, replaced by a newer
-- payment, with money in suspense. Few payments ever change one of these columns, so that a paid one writes none of the indexes.
ALTER TABLE transactions ADD COLUMN cancelled boolean;
CREATE INDEX transactions_cancelled ON transactions (client_id, created_at, position) INCLUDE (id) WHERE cancelled;
CREATE INDEX transactions_replaced ON transactions (client_id, created_at, position) INCLUDE (id) WHERE replaced_by IS NOT NULL;
CREATE INDEX transactions_under_review ON transactions (client_id, created_at, position) INCLUDE (id) WHERE open_suspense > 0;
