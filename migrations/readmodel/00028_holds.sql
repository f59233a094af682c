-- +goose Up

-- Credits that are not available yet, until SETTLED, the end of their hold, or a reversal.
-- suspense_id is 0 for money that was credited at once. amount is what is unsettled.
CREATE TABLE holds (
    transaction_id text COLLATE "C" NOT NULL,
    suspense_id    bigint NOT NULL,
    client_id      bigint NOT NULL,
    amount         numeric(20, 2) NOT NULL,
    held_since     timestamptz NOT NULL,
    -- The business day of held_since.
    day            text COLLATE "C" NOT NULL,
    PRIMARY KEY (transaction_id, suspense_id)
);
-- The to-do list of the reactor that ends holds.
CREATE INDEX holds_to_end ON holds (held_since, transaction_id, suspense_id);
-- What of a client's balance is held.
CREATE INDEX holds_of_client ON holds (client_id, held_since);
