-- +goose Up

-- Lists by amount and in the order of the amounts, of a period: the indexes of the times have the amounts, too, so that such a list
-- reads only their entries. No index is in the order of amounts: the creation of a payment writes as many indexes as before.
DROP INDEX transactions_of_client_by_channel;
DROP INDEX transactions_of_client;
CREATE INDEX transactions_of_client ON transactions (client_id, created_at, position) INCLUDE (id, connection, total);
CREATE INDEX transactions_of_client_by_channel ON transactions (client_id, channel, created_at, position) INCLUDE (id, connection, total);

ALTER TABLE transaction_states ADD COLUMN total numeric(20, 2) NOT NULL DEFAULT 0;
ALTER TABLE transaction_states DROP CONSTRAINT transaction_states_pkey;
ALTER TABLE transaction_states ADD PRIMARY KEY (client_id, status, created_at, position) INCLUDE (id, channel, total);

DROP INDEX payouts_of_client_by_status;
DROP INDEX payouts_of_client;
CREATE INDEX payouts_of_client ON payouts (client_id, kind, created_at, position) INCLUDE (id, jumlah);
CREATE INDEX payouts_of_client_by_status ON payouts (client_id, kind, status, created_at, position) INCLUDE (id, jumlah);
-- Lists of all clients, of a period.
CREATE INDEX payouts_by_time ON payouts (kind, created_at, position) INCLUDE (id, status, jumlah);

DROP INDEX refunds_of_client_by_status;
DROP INDEX refunds_of_client;
CREATE INDEX refunds_of_client ON refunds (client_id, created_at, position) INCLUDE (id, status, amount);
CREATE INDEX refunds_of_client_by_status ON refunds (client_id, status, created_at, position) INCLUDE (id, amount);
CREATE INDEX refunds_by_time ON refunds (created_at, position) INCLUDE (id, status, amount);

CREATE INDEX suspense_by_time ON suspense (created_at, position) INCLUDE (id, status, paid_amount);
